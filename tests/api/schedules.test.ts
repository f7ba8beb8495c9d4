import { beforeEach, describe, expect, it } from "vitest";
import { refusals } from "@/features/schedules/messages-refusals";
import { db } from "@/server/db/client";
import { type Caller, callerOf, createStudent, refusalOf, schedule, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { officeOfEachTest } from "../harness/office";
import { fc } from "../harness/random";

let visitor: Caller;
const admin = officeOfEachTest();

beforeEach(async () => {
  visitor = await callerOf(null);
});

type Given = Parameters<Caller["schedules"]["add"]>[0];
const test = (more: object = {}): Given => ({
  className: "Class 7",
  subject: "Biology",
  testDate: "2026-11-20",
  testTime: "09:30",
  ...more,
});
type ListInput = Parameters<Caller["schedules"]["list"]>[0];
const subjects = async (input: ListInput = {}) =>
  (await visitor.schedules.list(input)).items.map(({ subject }) => subject);

describe("announcing a test", () => {
  it("visitors and students can neither announce nor remove a test", async () => {
    const { id } = await schedule();
    for (const caller of [visitor, await callerOf(await tokenFor(await createStudent()))]) {
      expect((await refusalOf(caller.schedules.add(test()))).code).toMatch(/^(UNAUTHORIZED|FORBIDDEN)$/);
      expect((await refusalOf(caller.schedules.remove({ id }))).code).toMatch(/^(UNAUTHORIZED|FORBIDDEN)$/);
    }
    expect(await db().testSchedule.count()).toBe(1);
  });

  it.each([7, "7", "Class 7"])("announcing a test accepts the class %j and returns Class 7", async (className) => {
    const { rowVersion, ...added } = await admin.schedules.add(test({ className, description: " Chapter 1\nand 2 " }));
    expect({ rowVersion, ...added }).toEqual({
      rowVersion: 1,
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      className: "Class 7",
      subject: "Biology",
      testDate: "2026-11-20",
      testTime: "09:30",
      description: "Chapter 1\nand 2",
      sections: [],
      minutes: null,
      room: null,
      state: "planned",
      movedFrom: null,
      reason: null,
      announcedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect((await visitor.schedules.list({})).items).toEqual([added]);
  });

  it.each([
    ["2026-01-01", "00:00"],
    ["2026-12-31", "23:59"],
    ["2028-02-29", "12:00"],
    ["2026-03-29", "02:30"],
    ["0999-01-01", "00:00"],
    ["9999-12-31", "23:59"],
  ])("a test on %s at %s keeps its date and time in every time zone", async (testDate, testTime) => {
    expect(await admin.schedules.add(test({ testDate, testTime }))).toMatchObject({ testDate, testTime });
    expect((await visitor.schedules.list({})).items[0]).toMatchObject({ testDate, testTime });
    const [row] = await db().$queryRaw<{ day: string }[]>`select test_date::text as day from test_schedules`;
    expect(row?.day).toBe(testDate);
  });

  it.each([
    [{ className: 0 }, "className", "Please select a class from 1 to 12."],
    [{ className: "" }, "className", "Please select a class from 1 to 12."],
    [{ subject: "  " }, "subject", "Subject is required."],
    [{ testDate: undefined }, "testDate", "Date is required."],
    [{ testDate: "" }, "testDate", "Date must be a date like 2026-11-20."],
    [{ testDate: "0000-01-01" }, "testDate", "Date must be a date like 2026-11-20."],
    [{ testDate: "2026-02-29" }, "testDate", "Date must be a date like 2026-11-20."],
    [{ testDate: "20/11/2026" }, "testDate", "Date must be a date like 2026-11-20."],
    [{ testTime: "" }, "testTime", "Enter a time like 09:30."],
    [{ testTime: "24:00" }, "testTime", "Enter a time like 09:30."],
    [{ testTime: "9:30" }, "testTime", "Enter a time like 09:30."],
    [{ testTime: "09:30:00" }, "testTime", "Enter a time like 09:30."],
    [{ testTime: "09:30\n" }, "testTime", "Enter a time like 09:30."],
    [{ testTime: undefined }, "testTime", "Time is required."],
    [{ minutes: 4 }, "minutes", "Minutes must be a whole number from 5 to 600."],
    [{ description: "x".repeat(2001) }, "description", "Description can have 2000 characters at most."],
  ])("announcing a test rejects %j", async (wrong, field, message) => {
    expect(await refusalOf(admin.schedules.add(test(wrong)))).toEqual({
      code: "BAD_REQUEST",
      message,
      issues: [{ path: [field], message }],
    });
    expect(await db().testSchedule.count()).toBe(0);
  });

  it.each(["_id", "createdAt", "role", "__proto__", "constructor"])(
    "announcing a test rejects the unknown key %s",
    async (key) => {
      const given = JSON.parse(JSON.stringify(test()).replace("{", `{"${key}":"x",`));
      expect(await refusalOf(admin.schedules.add(given))).toMatchObject({ code: "BAD_REQUEST" });
    },
  );

  it("a test can be removed once", async () => {
    const { id } = await schedule();
    expect(await admin.schedules.remove({ id })).toEqual({ _id: id });
    const again = await refusalOf(admin.schedules.remove({ id }));
    expect(again).toEqual({ code: "NOT_FOUND", message: refusals.notFound });
    expect(await refusalOf(admin.schedules.remove({ id: "7" }))).toMatchObject({ code: "BAD_REQUEST" });
  });
});

describe("list of tests", () => {
  it("the list of tests is sorted by date, then time, latest first", async () => {
    for (const [testDate, testTime] of [
      ["2026-11-20", "09:30"],
      ["2026-11-21", "08:00"],
      ["2026-11-20", "14:00"],
      ["2025-12-31", "23:59"],
    ] as const)
      await schedule({ testDate: new Date(testDate), testTime, subject: `${testDate} ${testTime}` });
    expect(await subjects()).toEqual(["2026-11-21 08:00", "2026-11-20 14:00", "2026-11-20 09:30", "2025-12-31 23:59"]);
  });

  it("the list of tests accepts the class in every spelling", async () => {
    await schedule({ className: 8, subject: "eight" });
    await schedule({ className: 7, subject: "seven" });
    for (const className of [8, "8", "Class 8"]) expect(await subjects({ className })).toEqual(["eight"]);
    expect(await refusalOf(visitor.schedules.list({ className: 13 }))).toMatchObject({ code: "BAD_REQUEST" });
  });

  it("the list of tests can be limited to a subject, by its exact text", async () => {
    await schedule({ subject: "Physics", testTime: "09:00" });
    await schedule({ subject: "Physics", className: 8, testTime: "08:00" });
    await schedule({ subject: "Physics II" });
    expect(await subjects({ subject: "Physics" })).toEqual(["Physics", "Physics"]);
    expect(await subjects({ subject: "Physics", className: 8 })).toEqual(["Physics"]);
    expect(await subjects({ subject: "%" })).toEqual([]);
    expect(await refusalOf(visitor.schedules.list({ section: "a b" }))).toMatchObject({ code: "BAD_REQUEST" });
    expect(await refusalOf(visitor.schedules.list({ subject: "" }))).toMatchObject({ code: "BAD_REQUEST" });
  });

  it("the subjects to choose from are those with the most tests, with their counts", async () => {
    for (let number = 1; number <= 13; number += 1) await schedule({ subject: `Subject ${number}` });
    await schedule({ subject: "Subject 7", className: 8 });
    await schedule({ subject: "Subject 9", className: 8, testDate: new Date("2020-01-01") });
    const all = await visitor.schedules.subjects({ from: "2020-01-02" });
    expect(all).toHaveLength(12);
    expect(all.slice(0, 2)).toEqual([
      { subject: "Subject 7", count: 2 },
      { subject: "Subject 1", count: 1 },
    ]);
    expect(await visitor.schedules.subjects({ className: 8, from: "2020-01-02" })).toEqual([
      { subject: "Subject 7", count: 1 },
    ]);
  });

  it("the search for tests matches subject and description, literally, ignoring case", async () => {
    await schedule({ subject: "Ökologie", description: "50% of the_book" });
    await schedule({ subject: "Physics", description: null });
    expect(await subjects({ q: "öKO" })).toEqual(["Ökologie"]);
    expect(await subjects({ q: "0% OF" })).toEqual(["Ökologie"]);
    expect(await subjects({ q: "_" })).toEqual(["Ökologie"]);
    expect(await subjects({ q: "%s" })).toEqual([]);
    expect(await subjects({ q: "phy" })).toEqual(["Physics"]);
  });

  it.each(["latest", "soonest"] as const)("the pages of tests, %s first, contain every test once", async (order) => {
    const tests = fc.array(fc.record({ day: fc.integer({ min: 1, max: 2 }), hour: fc.integer({ min: 8, max: 9 }) }), {
      minLength: 1,
      maxLength: 9,
    });
    await fc.assert(
      fc.asyncProperty(tests, fc.integer({ min: 1, max: 4 }), async (made, limit) => {
        await resetDatabase();
        for (const { day, hour } of made)
          await schedule({ testDate: new Date(`2026-11-0${day}`), testTime: `0${hour}:00` });
        const whole = (await visitor.schedules.list({ order })).items.map(({ _id }) => _id);
        const walked: string[] = [];
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const page = await visitor.schedules.list({ order, limit, ...(cursor && { cursor }) });
          walked.push(...page.items.map(({ _id }) => _id));
          cursor = page.nextCursor;
        }
        expect(walked).toEqual(whole);
        expect(whole).toHaveLength(made.length);
      }),
      { numRuns: 12 },
    );
  });

  const id = "019376a0-0000-7000-8000-000000000000";
  it.each([
    "junk",
    `2026|${id}`,
    `0000-01-01T00:00|${id}`,
    `Tue, 1 Dec 2026|${id}`,
    `-271821-04-20T00:00:00.000Z|${id}`,
  ])("the list of tests rejects the cursor %s", async (place) => {
    const cursor = Buffer.from(place).toString("base64url");
    expect(await refusalOf(visitor.schedules.list({ cursor }))).toMatchObject({ code: "BAD_REQUEST" });
  });

  it("the list of tests continues after any cursor that a page can return", async () => {
    await schedule();
    for (const at of ["0001-01-01T00:00:00.000Z", "9999-12-31T23:59", "2026-02-30T10:00:00.000Z"]) {
      const cursor = Buffer.from(`${at}|${id}`).toString("base64url");
      expect((await visitor.schedules.list({ cursor })).items.length).toBe(at.startsWith("9999") ? 1 : 0);
    }
  });
});
