import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { columnsAt } from "@/features/admissions/components/desk-columns";
import { deskCopy } from "@/features/admissions/messages-desk";
import {
  askedOf,
  dueOf,
  filtersOf,
  initialsOf,
  queryOf,
  seatsWarning,
  sendInParts,
  shortMoment,
  tabOf,
  targetsOfMany,
  templateOf,
} from "@/features/admissions/rules-desk";
import { type DeskRowView, deskInput } from "@/features/admissions/schema-desk";
import { partOf } from "../harness/part-of";
import { fc } from "../harness/random";

const here = (text: string) => new Date(`${text}+05:30`);
const clocks = { at: here("2026-11-24T12:00"), timeZone: "Asia/Kolkata", clock: "24" as const };
const due = (answerDue: Date | null, more: object = {}) =>
  dueOf({ state: "received", answeredAt: null, answerDue, visitAt: null, ...more }, clocks);

describe("when an answer is due, in words", () => {
  it.each([
    ["2026-11-20T18:00", "late", "since Fri, 20 Nov"],
    ["2026-11-24T11:59", "late", "since 11:59 today"],
    ["2026-11-24T18:00", "today", "today by 18:00"],
    ["2026-11-25T18:00", "later", "by Wed, 25 Nov"],
    ["2027-01-04T18:00", "later", "by Mon, 4 Jan 2027"],
  ])("%s is %s: %s", (at, tone, text) => expect(due(here(at))).toEqual({ tone, text }));

  it("an answered or closed application says so, and one without a due time shows a dash", () => {
    const then = here("2026-11-20T18:00");
    expect(due(then, { answeredAt: then }).text).toBe("Answered");
    expect(due(then, { state: "waiting" }).text).toBe("Answered");
    expect(due(then, { state: "withdrawn" }).text).toBe("Closed");
    expect(due(null).text).toBe("–");
  });

  it("an invited application shows the visit in place of the answer; in another state it does not", () => {
    const visitAt = here("2026-12-01T11:00");
    expect(due(null, { state: "invited", visitAt })).toEqual({ tone: "none", text: "Visit Tue, 1 Dec, 11:00" });
    expect(due(null, { state: "offered", visitAt }).text).toBe("Answered");
  });

  it("times are on the institute's clock, wherever the reader is", () => {
    expect(shortMoment(new Date("2026-11-24T18:40:00Z"), clocks)).toBe("Wed, 25 Nov, 00:10");
    expect(shortMoment(new Date("2026-11-24T08:40:00Z"), { ...clocks, clock: "12" })).toBe("Tue, 24 Nov, 2:10 pm");
  });
});

it.each([
  [0, 0, "Nothing was taken over."],
  [0, 1, "It was with you already."],
  [0, 2, "They were with you already."],
  [1, 2, "One application is with you now."],
  [2, 2, "2 applications are with you now."],
])("a colleague who takes over %i of %i applications reads: %s", (changed, found, text) =>
  expect(deskCopy.taken(changed, found)).toBe(text),
);

describe("a step beyond the seats", () => {
  const intake = (seats: number | null, taken: number, _id = "a") => ({ _id, seats, taken });
  const row = (more: object = {}) => ({
    ...{ state: "received" as const, selectedClass: 7, intake: intake(30, 30) as ReturnType<typeof intake> | null },
    ...more,
  });

  it.each([
    ["no free seat", [row()], "offered", "Class 7 has no free seat. Places can be given all the same."],
    ["beyond already", [row({ intake: intake(30, 34) })], "accepted", /^Class 7 has no free seat\./],
    ["a free one", [row({ intake: intake(30, 29) })], "offered", ""],
    ["no limit", [row({ intake: intake(null, 90) })], "offered", ""],
    ["no intake", [row({ intake: null })], "offered", ""],
    ["a step that takes none", [row()], "waiting", ""],
    ["no step", [row()], "", ""],
    ["one that has its seat", [row({ state: "offered" })], "accepted", ""],
    ["one that cannot go there", [row({ state: "withdrawn" })], "offered", ""],
    [
      "several classes",
      [
        ...[row({ intake: intake(30, 29) }), row({ intake: intake(30, 29) }), row({ state: "accepted" })],
        ...[row({ selectedClass: 8, intake: intake(9, 9, "b") }), row({ intake: null })],
      ],
      "offered",
      /^Class 7 has one free seat for 2 children\. Class 8 has no free seat\. Places/,
    ],
  ] as const)("%s", (_, rows, to, words) => expect(seatsWarning(rows, to)).toMatch(words === "" ? /^$/ : words));
});

describe("rows for several requests", () => {
  const rowsTo = (count: number) => Array.from({ length: count }, (_, index) => index);

  it.each([
    [0, []],
    [200, [200]],
    [450, [200, 200, 50]],
  ])("%i go in parts of %j, each once and in order", async (count, sizes) => {
    const rows = rowsTo(count);
    const { answers, left } = await sendInParts(rows, 200, async (part) => part);
    expect(answers.map(({ length }) => length)).toEqual(sizes);
    expect([answers.flat(), left]).toEqual([rows, []]);
  });

  it("a later failure returns the answers so far and the rows that are left; a failure of the first request is thrown", async () => {
    const failsAt = (row: number) =>
      sendInParts(rowsTo(450), 200, async (part) => {
        if (part.includes(row)) throw new Error("no answer");
        return part.length;
      });
    expect(await failsAt(210)).toEqual({ answers: [200], left: rowsTo(450).slice(200) });
    expect(await failsAt(449)).toEqual({ answers: [200, 200], left: rowsTo(450).slice(400) });
    await expect(failsAt(0)).rejects.toThrow("no answer");
  });
});

describe("the address of the desk", () => {
  it("always makes a valid call, whatever it says", () => {
    const value = fc.oneof(fc.string(), fc.constantFrom("due", "-name", "7", "me", "closed", "99999"));
    const names = ["view", "q", "class", "assigned", "sort", "page"] as const;
    const address = fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] });
    fc.assert(
      fc.property(address, (choices) => {
        const known = choices as Record<string, string>;
        if (known.q && /[\0\p{Surrogate}]/u.test(known.q)) return;
        expect(deskInput.safeParse(askedOf(known)).error).toBeUndefined();
      }),
    );
  });

  it("hands its filter to the pages of the listed applications, and without a view or filter shows the cards", () => {
    const choices = { view: "due", q: "dhote", class: "1", page: "2" };
    expect(queryOf(choices)).toBe("?view=due&q=dhote&class=1");
    expect(filtersOf(choices)).toEqual({ view: "due", search: "dhote", class: 1 });
    expect([tabOf({}), tabOf({ view: "nonsense" }), tabOf({ view: "closed" })]).toEqual(["cards", "cards", "closed"]);
    expect([tabOf({ q: "asha" }), tabOf({ q: "asha", view: "due" }), tabOf({ class: "7" })]).toEqual([
      "all",
      "due",
      "all",
    ]);
  });
});

it("several applications are offered each step that an open one of them may take, with the number of those that may", () => {
  const targets = targetsOfMany([
    { state: "received" },
    { state: "offered" },
    { state: "enrolled" },
    { state: "declined" },
  ]);
  const count = (state: string) => targets.find(({ to }) => to === state)?.count;
  expect([count("accepted"), count("invited"), count("enrolled")]).toEqual([2, 1, undefined]);
  // A closed application is reopened on its own page, not together with others.
  expect(count("in_review")).toBe(1);
});

it("the printed list shows the state even if the family has written, and a parent's name in full", () => {
  const parentName = "Venkatanarasimharajuvaripeta Subrahmanyam";
  const row: DeskRowView = partOf({ state: "invited", hasWritten: true, parentName });
  const htmlOf = (name: string) =>
    columnsAt(new Date())
      .find((column) => column.name === name)
      ?.cell(row) as ReactElement;
  const [state, parent] = [deskCopy.heads.state, deskCopy.heads.parent].map((name) =>
    renderToStaticMarkup(htmlOf(name)),
  );
  expect(state).toMatch(/<span class="max-md:hidden print:block"><span[^>]*>.*Invited/);
  expect(parent).toMatch(/class="[^"]*\btruncate\b[^"]*\bprint:max-w-none print:whitespace-normal\b/);
});

it.each([
  ["Meera Kulkarni", "MK"],
  ["Administrator", "A"],
  ["", ""],
])("the initials of %j are %j", (name, initials) => expect(initialsOf(name)).toBe(initials));

it("a step suggests a text with the names in it, or none where none is needed", () => {
  const family = { parentName: "Sonal Dhote", name: "Myra", selectedClass: 1, hasMerged: false };
  expect(templateOf("offered", family, [])).toMatch(/^Dear Sonal Dhote,\n\n.*Myra a place in Class 1/);
  expect([templateOf("", family, []), templateOf("in_review", family, [])]).toEqual(["", ""]);
  const invitation = (bring: string[]) => templateOf("invited", family, bring).split("meet Myra. ")[1];
  expect(invitation(["a card", "a photo"])).toBe("Please bring a card and a photo.");
  expect(invitation(["a card", "a photo", "a pen"])).toBe("Please bring a card, a photo and a pen.");
  expect(templateOf("invited", family, [])).toMatch(/meet Myra\.$/);
});

it("a text that goes to both parents of merged applications names neither", () => {
  const family = { parentName: "Sonal Dhote", name: "Myra", selectedClass: 1, hasMerged: true };
  for (const step of ["invited", "offered", "waiting", "accepted", "enrolled", "declined"] as const)
    expect(templateOf(step, family, ["a card"])).toMatch(/^Dear family,\n\n(?!.*Sonal)/);
});
