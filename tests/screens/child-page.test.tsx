import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { TodayScreen } from "@/app/user/today/today-screen";
import { ChildPage } from "@/features/guardians/components/child-page";
import { childScreens } from "@/features/guardians/messages-children";
import { namedChild, youCome } from "@/features/guardians/rules";
import type { ChildOverview, ChildView } from "@/features/guardians/schema";
import { ClassMaterials } from "@/features/materials/components/class-materials";
import type { Today } from "@/features/today/schema";
import { partOf } from "../harness/part-of";
import { show } from "../harness/screen";

const asha: ChildOverview = {
  ...{ _id: "1", name: "Asha Rao", className: "7", section: "A", rollNo: null, coming: null, follows: "7" },
  ...{ classes: ["7"], relation: "mother", seesResults: true, getsMails: true, unread: 0, latest: null, tests: [] },
};

const nothing = { sudden: [], materials: [], moreMaterials: [], notices: [], hasMoreNotices: false };

const today = (found: Partial<Today>) => (
  <TodayScreen found={partOf({ own: null, ...nothing, ...found })} today="2026-11-29" lacksAddress={false} />
);

it.each([
  ["in the header", false],
  ["in a letterhead", true],
])("a printed page has its title and names the child, %s", (_, hasLetterhead) => {
  const lead = (child: ChildView) => childScreens.testsOf(namedChild(child));
  const page = { title: "Your tests", found: [asha], hasLetterhead, lead, prepare: () => {}, body: () => null };
  show(<ChildPage {...page} />, { at: "/user/tests?child=1" });
  expect(screen.getByRole("status").textContent).toBe("Tests of Asha Rao, Class 7 A");
  const isLeftToLetterhead = screen.getByRole("heading", { name: "Your tests" }).closest(".print\\:hidden") !== null;
  expect(isLeftToLetterhead).toBe(hasLetterhead);
});

it.each([
  [null, /once the office has put you into one/],
  [
    { className: "7", section: "A", fromDay: "2027-04-01" },
    /You join Class 7 A on 1 Apr 2027.*Tests and materials appear here with the class/,
  ],
])("a student without a class reads which class is to come, if any: %j", (coming, words) => {
  const own = { isHidden: false, hasClass: false, coming, latest: null, unread: 0, card: null, tests: [] };
  const none = coming ? youCome(coming) : undefined;
  for (const page of [
    today({ own, children: [], cards: [] }),
    <ClassMaterials key="materials" groups={[]} today="2026-11-29" none={none} />,
  ]) {
    const { container, unmount } = show(page);
    expect(container.textContent).toMatch(words);
    unmount();
  }
});

it("the newest report card names the child by the present name", () => {
  const card = { studentId: "1", title: "Term 1", issuedAt: new Date("2026-11-20") };
  const { container } = show(today({ children: [{ ...asha, name: "Asha Kulkarni" }], cards: [card] }));
  expect(container.textContent).toContain("Asha Kulkarni · ");
});

it("today's page links to all materials of a class that has more, for the child in that class", () => {
  const rohan = { ...asha, _id: "2", name: "Rohan Rao", className: "4", classes: ["4"] };
  show(today({ children: [asha, rohan], cards: [], moreMaterials: ["4"] }));
  const more = screen.getByRole("link", { name: "See all materials for Class 4" });
  expect(more.getAttribute("href")).toBe("/user/my-materials?child=2");
});
