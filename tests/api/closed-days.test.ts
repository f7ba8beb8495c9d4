import { beforeEach, describe, expect, it } from "vitest";
import { db, pool } from "@/server/db/client";
import type { User } from "@/server/generated/prisma/client";
import {
  type Caller,
  callerOf,
  createAdmin,
  createStaff,
  createStudent,
  refusalOf,
  schedule,
  tokenFor,
} from "../factories";
import { resetDatabase } from "../harness/database";
import { inDays } from "../harness/days";
import { fc } from "../harness/random";

let head: User;
let admin: Caller;

beforeEach(async () => {
  await resetDatabase();
  head = await createAdmin();
  admin = await callerOf(await tokenFor(head));
});

const diwali = { firstDay: "2026-11-06", lastDay: "2026-11-11", kind: "closed", name: "Diwali" } as const;

type ListInput = Parameters<Caller["closedDays"]["list"]>[0];
const firstDays = async (input: ListInput = {}) =>
  (await admin.closedDays.list(input)).items.map(({ firstDay }) => firstDay);

const addDays = async (...days: string[]) => {
  for (const firstDay of days) await admin.closedDays.add({ firstDay, name: "Holiday" });
};

describe("adding and removing closed days", () => {
  it("only the office can see, add and remove closed days", async () => {
    const { _id: id } = await admin.closedDays.add(diwali);
    const others = [
      [await callerOf(null), "UNAUTHORIZED"],
      [await callerOf(await tokenFor(await createStudent())), "FORBIDDEN"],
      [await callerOf((await createStaff({ role: "teacher", className: 7 })).token), "FORBIDDEN"],
    ] as const;
    for (const [{ closedDays }, code] of others) {
      expect(await refusalOf(closedDays.list({}))).toMatchObject({ code });
      expect(await refusalOf(closedDays.add({ firstDay: "2027-01-26", name: "Holiday" }))).toMatchObject({ code });
      expect(await refusalOf(closedDays.remove({ id }))).toMatchObject({ code });
    }
    const office = await callerOf((await createStaff({ role: "office" })).token);
    expect((await office.closedDays.list({})).items).toMatchObject([{ _id: id }]);
    await office.closedDays.remove({ id });
    await office.closedDays.add({ firstDay: "2027-01-26", name: "Holiday" });
    expect(await db().closedDay.count()).toBe(1);
  });

  it("closed days are added as given, and are one day and closed by default", async () => {
    const added = await admin.closedDays.add(diwali);
    expect(added).toEqual({ _id: expect.stringMatching(/^[0-9a-f-]{36}$/), ...diwali, tests: [] });
    const day = await admin.closedDays.add({ firstDay: "2027-01-26", name: "Republic Day" });
    expect(day).toMatchObject({ firstDay: "2027-01-26", lastDay: "2027-01-26", kind: "closed" });
    const listed = [day, added].map(({ tests: _, ...view }) => view);
    expect((await admin.closedDays.list({})).items).toEqual(listed);
    const [row] = await db().$queryRaw<object[]>`select first_day::text, last_day::text, created_by_id::text
      from closed_days where name = 'Diwali'`;
    expect(row).toEqual({ first_day: "2026-11-06", last_day: "2026-11-11", created_by_id: head.id });
  });

  it.each([
    ["closed", ["Morning", "Late"]],
    ["half", ["Late"]],
  ] as const)("the office is told which announced tests are on the %s days that it adds", async (kind, subjects) => {
    const [firstDay, lastDay] = [inDays(9), inDays(10)];
    const on = (days: number, given: Parameters<typeof schedule>[0]) =>
      schedule({ testDate: new Date(inDays(days)), ...given });
    await on(9, { subject: "Morning", testTime: "11:00" });
    await on(10, { subject: "Late", testTime: "11:01", sections: ["A", "B"] });
    await on(9, { subject: "Off", testTime: "13:00", state: "cancelled", reason: "Ill" });
    for (const days of [8, 11]) await on(days, { subject: "Other day", testTime: "13:00" });
    const { tests } = await admin.closedDays.add({ firstDay, lastDay, kind, name: "Election" });
    expect(tests.map(({ subject }) => subject)).toEqual(subjects);
    expect(tests.at(-1)).toEqual({
      ...{ _id: expect.any(String), className: "Class 7", sections: ["A", "B"], subject: "Late" },
      ...{ testDate: lastDay, testTime: "11:01" },
    });
  });

  it("tests that are over are not named by closed days that are added later", async () => {
    await schedule({ testDate: new Date(inDays(-1)) });
    for (const testTime of ["00:00", "23:59"]) await schedule({ testDate: new Date(inDays(0)), testTime });
    const { tests } = await admin.closedDays.add({ firstDay: inDays(-2), lastDay: inDays(1), name: "Flood" });
    expect(tests.map(({ testTime }) => testTime)).toEqual(["23:59"]);
  });

  it.each([
    ["2026-11-01", "2026-11-05", false],
    ["2026-11-12", "2026-11-12", false],
    ["2026-11-01", "2026-11-06", true],
    ["2026-11-11", "2026-11-20", true],
    ["2026-11-08", "2026-11-08", true],
    ["2026-10-01", "2026-12-01", true],
    ["2026-11-06", "2026-11-11", true],
  ])("%s to %s overlaps Diwali: %s", async (firstDay, lastDay, overlaps) => {
    await admin.closedDays.add(diwali);
    const adding = admin.closedDays.add({ firstDay, lastDay, kind: "half", name: "Holiday" });
    if (overlaps) {
      const message = "“Diwali” is already there: 6 Nov 2026 to 11 Nov 2026.";
      const refusal = { code: "CONFLICT", message, issues: [{ path: ["firstDay"], message }] };
      expect(await refusalOf(adding)).toEqual(refusal);
    } else expect(await adding).toMatchObject({ firstDay, lastDay });
    expect(await db().closedDay.count()).toBe(overlaps ? 1 : 2);
  });

  it("if overlapping closed days are added at the same time, one is taken and the others are told which", async () => {
    const adding = ["06", "07", "08", "09"].map((day) =>
      refusalOf(admin.closedDays.add({ ...diwali, firstDay: `2026-11-${day}`, name: `From ${day}` })).catch(() => null),
    );
    const told = (await Promise.all(adding)).flatMap((refusal) => refusal?.message ?? []);
    const [taken] = (await admin.closedDays.list({})).items;
    expect(await db().closedDay.count()).toBe(1);
    expect(told).toHaveLength(3);
    for (const message of told) expect(message).toContain(taken?.name);
  });

  it.each([
    [{ firstDay: "2026-02-30" }, "firstDay", "First day must be a date like 2026-11-20."],
    [{ firstDay: "2026-11-12" }, "lastDay", "The last day is before the first day."],
    [{ lastDay: "2027-11-07" }, "lastDay", "Add 366 days at most at a time."],
    [{ name: "" }, "name", "Name is required."],
    [{ name: "Di\u202ewali" }, "name", "Name has a character that cannot be shown."],
  ])("adding closed days rejects %j", async (wrong, field, message) => {
    expect(await refusalOf(admin.closedDays.add({ ...diwali, ...wrong }))).toEqual({
      code: "BAD_REQUEST",
      message,
      issues: [{ path: [field], message }],
    });
    expect(await db().closedDay.count()).toBe(0);
  });

  it.each(["_id", "createdById", "__proto__"])("adding closed days rejects the unknown key %s", async (key) => {
    const given = JSON.parse(JSON.stringify(diwali).replace("{", `{"${key}":"x",`));
    expect(await refusalOf(admin.closedDays.add(given))).toMatchObject({ code: "BAD_REQUEST" });
  });

  it("closed days can be removed once, and their days are free again", async () => {
    const { _id: id } = await admin.closedDays.add(diwali);
    expect(await admin.closedDays.remove({ id })).toEqual({ _id: id });
    expect(await refusalOf(admin.closedDays.remove({ id }))).toEqual({
      code: "NOT_FOUND",
      message: "These closed days do not exist or were deleted.",
    });
    expect(await admin.closedDays.add(diwali)).toMatchObject(diwali);
  });

  it("the activity says which closed days were added and removed, also after they are gone", async () => {
    const { _id: id } = await admin.closedDays.add(diwali);
    await admin.closedDays.remove({ id });
    const { items } = await admin.records.listEvents({});
    expect(items.map(({ words, subjectId, facts }) => [words, subjectId, ...facts])).toEqual([
      ["Closed days deleted", id, "Diwali", "6 Nov 2026", "6 days"],
      ["Closed days added", id, "Diwali", "6 Nov 2026", "6 days"],
    ]);
  });

  it("closed days stay when the account that added them is deleted", async () => {
    await admin.closedDays.add(diwali);
    await db().user.delete({ where: { id: head.id } });
    expect(await db().closedDay.findMany()).toMatchObject([{ name: "Diwali", createdById: null }]);
  });
});

describe("the database rejects", () => {
  it.each([
    ["an end before the beginning", "last_day = '2026-11-05'", "closed_days_last_day_check"],
    ["more than 366 days", "last_day = '2027-11-07'", "closed_days_last_day_check"],
    ["a day before 2000", "first_day = '1999-12-31', last_day = '1999-12-31'", "closed_days_days_check"],
    ["a day after 2099", "first_day = '2100-01-01', last_day = '2100-01-01'", "closed_days_days_check"],
    ["no name", "name = ''", "closed_days_name_check"],
    ["a day that is closed twice", "last_day = '2026-11-20'", "closed_days_overlap_check"],
  ])("closed days with %s", async (_what, change, constraint) => {
    await admin.closedDays.add(diwali);
    await addDays("2026-11-20");
    const changing = pool().query(`update closed_days set ${change} where name = 'Diwali'`);
    await expect(changing).rejects.toMatchObject({ constraint });
  });
});

describe("list of closed days", () => {
  it("coming closed days are listed soonest first, past ones latest first", async () => {
    await admin.closedDays.add(diwali);
    await addDays("2026-12-25", "2026-10-02", "2026-01-26");
    expect(await firstDays({ from: "2026-11-11", order: "soonest" })).toEqual(["2026-11-06", "2026-12-25"]);
    expect(await firstDays({ from: "2026-11-12", order: "soonest" })).toEqual(["2026-12-25"]);
    expect(await firstDays({ before: "2026-11-11" })).toEqual(["2026-10-02", "2026-01-26"]);
    expect(await firstDays({ before: "2026-11-12" })).toEqual(["2026-11-06", "2026-10-02", "2026-01-26"]);
  });

  it.each(["latest", "soonest"] as const)("the pages of closed days, %s first, hold each once", async (order) => {
    const days = fc.uniqueArray(fc.integer({ min: 10, max: 30 }), { minLength: 1, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(days, fc.integer({ min: 1, max: 4 }), async (made, limit) => {
        await db().closedDay.deleteMany();
        await addDays(...made.map((day) => `2026-11-${day}`));
        const walked: string[] = [];
        for (let cursor: string | null | undefined; cursor !== null; ) {
          const page = await admin.closedDays.list({ order, limit, ...(cursor && { cursor }) });
          walked.push(...page.items.map(({ firstDay }) => firstDay));
          cursor = page.nextCursor;
        }
        const sorted = made.map((day) => `2026-11-${day}`).toSorted();
        expect(walked).toEqual(order === "latest" ? sorted.toReversed() : sorted);
      }),
      { numRuns: 8 },
    );
  });

  it.each([{ cursor: "junk" }, { limit: 1001 }, { from: "today" }, { order: "first" }, { className: 7 }])(
    "the list of closed days rejects %j",
    async (input) => {
      expect(await refusalOf(admin.closedDays.list(input as ListInput))).toMatchObject({ code: "BAD_REQUEST" });
    },
  );

  it("everybody can read the closed days from a given day on, soonest first", async () => {
    await addDays("2026-11-20", "2026-10-02");
    await admin.closedDays.add(diwali);
    const visitor = await callerOf(null);
    const coming = async (from: string) => (await visitor.closedDays.coming({ from })).map(({ firstDay }) => firstDay);
    expect(await coming("2026-11-11")).toEqual(["2026-11-06", "2026-11-20"]);
    expect(await coming("2026-11-21")).toEqual([]);
    expect(await refusalOf(coming("soon"))).toMatchObject({ code: "BAD_REQUEST" });
  });
});
