import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { TodayScreen } from "@/app/user/today/today-screen";
import { ChildPage } from "@/features/guardians/components/child-page";
import { childScreens } from "@/features/guardians/messages-children";
import { namedChild, youCome } from "@/features/guardians/rules";
import type { ChildView } from "@/features/guardians/schema";
import { ClassMaterials } from "@/features/materials/components/class-materials";
import type { Today } from "@/features/today/schema";
import { drawn } from "../harness/drawn";
import { partOf } from "../harness/part-of";

vi.mock("@/features/guardians/components/children-overview", () => ({ ChildrenOverview: () => null }));
vi.mock("next/navigation", () => ({ useSearchParams: () => new URLSearchParams({ child: "1" }) }));

const asha: ChildView = {
  ...{ _id: "1", name: "Asha Rao", className: "7", section: "A", rollNo: null, coming: null, follows: "7" },
  classes: ["7"],
  ...{ relation: "mother", seesResults: true, getsMails: true, unread: 0 },
};

const nothing = { sudden: [], materials: [], moreMaterials: [], notices: [], hasMoreNotices: false };

function htmlOf(hasLetterhead: boolean): string {
  const page = createElement(ChildPage, {
    ...{ title: "Your tests", found: [asha], hasLetterhead },
    lead: (child: ChildView) => childScreens.testsOf(namedChild(child)),
    prepare: () => {},
    body: () => null,
  });
  return drawn(page).html;
}

it("a printed page has its title and names the child, in the header or in a letterhead", () => {
  for (const hasLetterhead of [false, true]) {
    expect(htmlOf(hasLetterhead)).toMatch(/Your tests.*Tests of Asha Rao, Class 7 A/s);
    expect(htmlOf(hasLetterhead).includes("print:hidden")).toBe(hasLetterhead);
  }
});

it.each([
  [null, /once the office has put you into one/],
  [
    { className: "7", section: "A", fromDay: "2027-04-01" },
    /You join Class 7 A on 1 Apr 2027.*Tests and materials appear here with the class/,
  ],
])("a student without a class reads which class is to come, if any: %j", (coming, words) => {
  const own = { isHidden: false, hasClass: false, coming, latest: null, unread: 0, card: null, tests: [] };
  const found = { own, children: [], cards: [], ...nothing };
  const none = coming ? youCome(coming) : undefined;
  for (const page of [
    createElement(TodayScreen, { found, today: "2026-11-29", lacksAddress: false }),
    createElement(ClassMaterials, { groups: [], today: "2026-11-29", none }),
  ])
    expect(renderToStaticMarkup(page)).toMatch(words);
});

it("the newest report card names the child by the present name", () => {
  const card = { studentId: "1", title: "Term 1", issuedAt: new Date("2026-11-20") };
  const children = [{ ...asha, name: "Asha Kulkarni" }];
  const found: Today = partOf({ own: null, children, cards: [card], ...nothing });
  const html = renderToStaticMarkup(createElement(TodayScreen, { found, today: "2026-11-29", lacksAddress: false }));
  expect(html).toMatch(/Asha Kulkarni · /);
});

it("today's page links to all materials of a class that has more, for the child in that class", () => {
  const rohan: ChildView = { ...asha, _id: "2", name: "Rohan Rao", className: "4", classes: ["4"] };
  const rest = { own: null, children: [asha, rohan], cards: [] };
  const found: Today = partOf({ ...nothing, ...rest, moreMaterials: ["4"] });
  const html = renderToStaticMarkup(createElement(TodayScreen, { found, today: "2026-11-29", lacksAddress: false }));
  expect(html).toMatch(/href="\/user\/my-materials\?child=2"[^>]*>See all materials for Class 4</);
});
