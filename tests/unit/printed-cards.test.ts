import { createElement } from "react";
import { expect, it } from "vitest";
import { FactsProvider } from "@/components/site/facts";
import { CardsView } from "@/features/report-cards/components/cards-view";
import type { CardView } from "@/features/report-cards/schema-cards";
import type { SiteFacts } from "@/lib/site-content";
import { drawn } from "../harness/drawn";
import { type Part, partOf } from "../harness/part-of";

const content = { title: "Term 1", year: "2026-27", name: "Asha Rao", className: "7", section: "A" };
const issued = { ...content, issuedOn: "2026-10-01", lines: [], columns: [], rows: [], sums: [], overall: null };

const htmlOf = (...cards: Part<CardView>[]) => {
  const card = { _id: "1", number: "4", state: "issued" as const, endedAt: null, reason: null, content: issued };
  const found = cards.map((given): CardView => partOf({ ...card, ...given }));
  const children = createElement(CardsView, { found });
  return drawn(createElement(FactsProvider, { of: partOf<SiteFacts>({ name: "Lyceum of Pune" }), children })).html;
};

it("a printed report card names its student and the institute", () => {
  const name = /<p class="[^"]*\bhidden\b[^"]*\bprint:block\b[^"]*">Asha Rao · Lyceum of Pune<\/p>/;
  expect(htmlOf({ state: "withdrawn" })).toMatch(name);
});

it("a printed card, which cannot be scrolled, has a line for each exam if there are more than four", () => {
  const cardOf = (exams: number) => {
    const names = Array.from({ length: exams }, (_, index) => `Test ${index}`);
    const marks = { columns: names.map((name) => ({ name, total: null })), sums: names.map(() => 61) };
    return htmlOf({ content: { ...issued, ...marks, rows: [{ subject: "Art", cells: names.map(() => null) }] } });
  };
  for (const html of [cardOf(4), cardOf(5)]) expect(html).toContain("print:overflow-visible");
  expect(cardOf(4)).not.toContain("data-many=");
  const wide = cardOf(5);
  expect(wide).toContain("data-many=");
  for (const name of ["Test 0", "Test 4"]) {
    expect(wide).toMatch(new RegExp(`<th [^>]*in-data-many:print:hidden[^>]*><span[^>]*>${name}<`));
    expect(wide).toMatch(new RegExp(`<tr [^>]*in-data-many:print:table-row[^>]*><td[^>]*>${name}:`));
  }
});

it("a card has its line of attendance, with or without a mark that counts", () => {
  const content = { ...issued, attendance: { present: 12, open: 184 } };
  const overall = { percent: "61.0%", grade: "B", label: "Good" };
  for (const given of [content, { ...content, overall }])
    expect(htmlOf({ content: given }).match(/Attendance: 12 of 184 days/g)).toHaveLength(1);
});

it("a replaced card whose successor was withdrawn does not say that the successor counts", () => {
  const [first, second] = ["2026-12-03", "2026-12-05"].map((day) => ({ endedAt: new Date(day) }));
  const html = htmlOf({ ...second, _id: "2", state: "withdrawn", reason: "Wrong" }, { ...first, state: "replaced" });
  expect(html).toContain("took this card back on");
  expect(html).toContain("This one no longer counts.");
  expect(html).not.toContain("That one counts");
});
