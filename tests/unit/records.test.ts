import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { features } from "@/features";
import { EventRow } from "@/features/records/components/event-row";
import { wordsOf } from "@/features/records/data-words";
import { byDate, commonStateOf, foldSteps, headingOf, isOnItsWay, momentsOf, whatOf } from "@/features/records/rules";

describe("labels", () => {
  const words = wordsOf(features);

  it("every action has a label, and an unknown one is shown as stored", () => {
    const sentenceOf = (action: string) => words.ofAction(action).words;
    const known = words.actions.map(sentenceOf);
    expect(new Set(known).size).toBe(words.actions.length);
    for (const sentence of known) expect(sentence).toMatch(/^[A-Z]/);
    expect(["sneezed", "constructor", "__proto__"].map(sentenceOf)).toEqual(["sneezed", "constructor", "__proto__"]);
  });

  it("no action is called sent or emailed, because its emails may be kept as files or left out", () => {
    const labels = words.actions.map((action) => words.ofAction(action).words);
    expect(labels.filter((label) => /\b(sent|e?mailed)\b/i.test(label))).toEqual([]);
  });

  it("every kind of email has a label, and an unknown one is shown as stored", () => {
    const all = features.flatMap(({ emails = {} }) => Object.keys(emails));
    expect(all.length).toBeGreaterThan(5);
    expect(all.filter((kind) => words.ofEmail(kind) === kind)).toEqual([]);
    expect(["unheard", "constructor"].map(words.ofEmail)).toEqual(["unheard", "constructor"]);
  });

  it.each([
    ["material-added", { class: 7 }, ["Class 7"]],
    ["results-added", { count: 1 }, ["1 result"]],
    ["results-added", { count: 30 }, ["30 results"]],
    ["submissions-read", { count: 2 }, ["2 applications"]],
    ["intake-changed", { count: 1 }, ["1 class"]],
    ["intake-changed", { count: 2 }, ["2 classes"]],
    ["mail-resent", { count: 2 }, ["2 entries"]],
    ["login-refused", { why: "wrong password" }, ["wrong password"]],
    ["refused", { call: "materials.add" }, ["To publish study material"]],
    ["refused", { call: "old.name" }, []],
    ["refused", { call: "constructor" }, []],
    ["login", { colour: "green" }, ["colour: green"]],
    ["login", { constructor: "green" }, ["constructor: green"]],
    ["code-made", { purpose: "password" }, ["new password"]],
    ["code-used", { purpose: "constructor" }, ["constructor"]],
    ["staff-granted", { class: 7, role: "teacher" }, ["teacher", "Class 7"]],
    ["institute-edited", { section: "facts" }, ["Name, address and hours"]],
    ["institute-edited", { section: "former" }, ["former"]],
    ["student-edited", { fields: "name, bornOn" }, ["Changed: name, date of birth"]],
    ["guardian-changed", { fields: "phone, email" }, ["Changed: phone, email"]],
    ["link-rule-changed", { after: true }, ["now the office alone"]],
    ["person-erased", { applications: 2, roster: 1 }, ["Applications: 2", "Roster: 1"]],
    [
      "setting-changed",
      { setting: "season", before: null, after: "2027-28" },
      ["Admission season", "was none", "now 2027-28"],
    ],
    [
      "setting-changed",
      { setting: "staffSecondStep", before: false, after: true },
      ["Two-step login of staff", "was off", "now on"],
    ],
    [
      "setting-changed",
      { setting: "yearsKept", before: 3, after: 5 },
      ["Years a student is kept after leaving", "was 3", "now 5"],
    ],
    [
      "setting-changed",
      { setting: "workingDays", before: ["monday", "friday"], after: ["monday"] },
      ["Working days", "was Monday, Friday", "now Monday"],
    ],
    [
      "setting-changed",
      {
        setting: "hours",
        before: { wholeDay: { opens: "10:00", closes: "18:00" }, halfSaturday: null },
        after: { wholeDay: { opens: "09:00", closes: "17:00" }, halfSaturday: { opens: "09:00", closes: "12:00" } },
      },
      ["Hours", "was 10:00 to 18:00", "now 09:00 to 17:00, Saturday 09:00 to 12:00"],
    ],
    [
      "year-changed",
      { year: "2026-27", before: "2026-04-01 to 2027-03-31" },
      ["2026-27", "was 2026-04-01 to 2027-03-31"],
    ],
    [
      "year-changed",
      { year: "2026-27", before: "2026-04-01 to 2027-03-31", count: 2, numbersGone: 1 },
      [
        "2 entries",
        "2026-27",
        "was 2026-04-01 to 2027-03-31",
        "1 student lost a roll number that was in use in that class.",
      ],
    ],
    ["submission-enrolled", { class: 7, guardians: 2, mailed: 1 }, ["2 guardians", "1 email", "Class 7"]],
    ["submission-enrolled", { class: 7, guardians: 1, mailed: 0 }, ["1 guardian", "Class 7"]],
    ["login", null, []],
  ])("the facts of %s with %j are %j", (action, detail, facts) => {
    expect(words.ofDetail(action, detail, "24")).toEqual(facts);
  });

  it("opening hours are shown in the clock style of the institute", () => {
    const span = { opens: "09:00", closes: "17:00" };
    const detail = { setting: "hours", after: { wholeDay: span, halfSaturday: { ...span, closes: "12:30" } } };
    const words12 = words.ofDetail("setting-changed", detail, "12");
    expect(words12).toEqual(["Hours", "now 9:00 am to 5:00 pm, Saturday 9:00 am to 12:30 pm"]);
  });

  it("an email is shown as on its way until a delivery fails", () => {
    expect(isOnItsWay({ state: "waiting", fault: null })).toBe(true);
    expect(isOnItsWay({ state: "waiting", fault: "busy" })).toBe(false);
    expect(isOnItsWay({ state: "sent", fault: null })).toBe(false);
  });

  it("several emails may share a state, or none; one email has nothing to share", () => {
    const [kept, sent] = [{ state: "kept" }, { state: "sent" }] as const;
    expect(commonStateOf([kept, kept])).toBe("kept");
    for (const mails of [[], [kept], [kept, sent], [sent, kept, kept]]) expect(commonStateOf(mails)).toBeUndefined();
  });

  it("an email is named by its kind, and by the notice that it is about", () => {
    expect(whatOf({ kind: "Admission receipt", title: null })).toBe("Admission receipt");
    expect(whatOf({ kind: "Notice", title: "Sports day" })).toBe("Notice: Sports day");
  });

  it("writing a notice and publishing or scheduling it within a minute is one event", () => {
    const step = (action: string, at: string, of = {}) => ({
      ...{ action, words: action, at: new Date(`2026-11-26T10:${at}Z`) },
      ...{ subjectId: "notice", actorId: "office", address: null, ...of },
    });
    const wordsOfAll = (...events: ReturnType<typeof step>[]) => foldSteps(events).map((event) => event.words);
    const [published, written] = [step("notice-published", "01:00"), step("notice-added", "00:00")];
    const other = { subjectId: "other" };
    expect(foldSteps([published, written])).toEqual([{ ...published, words: "Notice written and published" }]);
    expect(
      wordsOfAll(
        step("login", "02:00"),
        published,
        written,
        step("notice-planned", "00:00", other),
        step("notice-added", "00:00", other),
      ),
    ).toEqual(["login", "Notice written and published", "Notice written and scheduled"]);
    const apart = [
      [step("notice-published", "01:01"), written],
      [published, step("notice-added", "00:00", other)],
      [published, step("notice-added", "00:00", { actorId: "somebody else" })],
      [published, step("notice-added", "00:00", { address: "10.0.0.7" })],
      [published, step("notice-edited", "00:00")],
      [step("notice-withdrawn", "01:00"), written],
      [written, published],
      [published],
    ];
    for (const events of apart) expect(foldSteps(events)).toEqual(events);
  });

  it("events are grouped by their dates in the time zone, in their order", () => {
    const moments = ["2026-11-26T18:30:00Z", "2026-11-26T18:29:00Z", "2026-11-26T04:00:00Z", "2026-11-24T20:00:00Z"];
    const events = moments.map((moment) => ({ at: new Date(moment) }));
    expect(byDate(events, "Asia/Kolkata")).toEqual([
      { date: "2026-11-27", events: events.slice(0, 1) },
      { date: "2026-11-26", events: events.slice(1, 3) },
      { date: "2026-11-25", events: events.slice(3) },
    ]);
    expect(byDate([], "UTC")).toEqual([]);
  });

  it.each([
    ["2027-01-01", "Today"],
    ["2026-12-31", "Yesterday"],
    ["2026-12-30", "Wednesday, 30 Dec 2026"],
    ["2027-01-02", "Saturday, 2 Jan 2027"],
  ])("on 1 January 2027, the date %s is headed %s", (date, heading) => {
    expect(headingOf(date, "2027-01-01")).toBe(heading);
  });

  it.each([
    ["Asia/Kolkata", { from: "2026-11-20", to: "2026-11-20" }, "2026-11-19T18:30:00.000Z", "2026-11-20T18:30:00.000Z"],
    ["UTC", { from: "2026-12-31", to: "2026-12-31" }, "2026-12-31T00:00:00.000Z", "2027-01-01T00:00:00.000Z"],
    // Days of clock changes have 25 and 23 hours.
    ["Europe/Berlin", { from: "2026-10-25", to: "2026-10-25" }, "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"],
    ["Europe/Berlin", { from: "2026-03-29", to: "2026-03-29" }, "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"],
    ["Pacific/Auckland", { from: "2026-11-20", to: "" }, "2026-11-19T11:00:00.000Z", undefined],
    ["UTC", { from: "0002-11-20", to: "12026-11-20" }, undefined, undefined],
    ["UTC", { from: "2026-13-01", to: "2026-11-99" }, undefined, undefined],
    ["America/New_York", { from: "", to: "2026-11-20" }, undefined, "2026-11-21T05:00:00.000Z"],
  ])("in %s, the days %j begin at %s and end at %s", (zone, days, from, before) => {
    expect(momentsOf(days, zone)).toEqual({ ...(from && { from }), ...(before && { before }) });
  });
});

it.each([
  ["user", "on the user side"],
  ["admin", ""],
  [null, ""],
] as const)("the activity says about an actor only whether it was on the user side: %s", (actorRole, said) => {
  const event = {
    ...{ _id: "1", at: new Date(0), action: "login", words: "Logged in", icon: "LogIn", alarming: false },
    ...{ actor: "Meera Rao", actorId: "2", actorRole, subjectId: null, facts: [], href: null, address: null },
  };
  const row = renderToStaticMarkup(createElement(EventRow, { event }));
  expect(row.replaceAll(/<[^>]*>/g, "")).toMatch(new RegExp(`Meera Rao${said && ` · ${said}`}$`));
  expect(row).not.toContain("Student");
});
