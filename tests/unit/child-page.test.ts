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

vi.mock("@/features/guardians/components/children-overview", () => ({ ChildrenOverview: () => null }));
vi.mock("next/navigation", () => ({ useSearchParams: () => new URLSearchParams({ child: "1" }) }));

const asha: ChildView = {
  ...{ _id: "1", name: "Asha Rao", className: "7", section: "A", rollNo: null, coming: null, follows: "7" },
  classes: ["7"],
  ...{ relation: "mother", seesResults: true, getsMails: true, unread: 0 },
};

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
  const found = { own, children: [], cards: [], sudden: [], materials: [], notices: [], hasMoreNotices: false };
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
  const rest = { own: null, sudden: [], materials: [], notices: [], hasMoreNotices: false };
  const found = { ...rest, children, cards: [card] } as unknown as Today;
  const html = renderToStaticMarkup(createElement(TodayScreen, { found, today: "2026-11-29", lacksAddress: false }));
  expect(html).toMatch(/Report card · Asha Kulkarni/);
});
