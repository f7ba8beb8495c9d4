import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { kept } from "@/content/retention";
import { purgeExpired } from "@/main/retention";
import { db } from "@/server/db/client";
import { type Caller, callerOf, createAdmin, createStaff, refusalOf, schoolYear, submission } from "../factories";
import { resetDatabase } from "../harness/database";
import { fc } from "../harness/random";

let office: Caller;

beforeEach(async () => {
  await resetDatabase();
  await createAdmin();
  office = await callerOf((await createStaff({ role: "office" })).token);
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the figures of admission", () => {
  it("are for the office only, and name nobody", async () => {
    const teacher = await callerOf((await createStaff({ role: "teacher", className: 7 })).token);
    expect((await refusalOf(teacher.services.figures())).code).toBe("FORBIDDEN");
    await submission();
    expect(JSON.stringify(await office.services.figures())).not.toMatch(/Kiran|Das|example/);
  });

  it("count by class, state and week like the lists they lead to, and time the first answer by the clock", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-25T06:00:00Z") });
    const at = (stamp: string) => new Date(`${stamp}+05:30`);
    const answered = { answerDue: at("2026-11-20T18:00"), answeredAt: at("2026-11-19T12:00") };
    const kept = await submission({ ...answered, createdAt: at("2026-11-18T16:00"), state: "offered" });
    const late = { ...answered, answeredAt: at("2026-11-21T11:00") };
    await submission({ ...late, createdAt: at("2026-11-18T16:00"), state: "declined" });
    // Midnight at the start of Monday at the institute, which is still Sunday elsewhere.
    await submission({ createdAt: at("2026-11-23T00:00"), selectedClass: 9 });
    await submission({
      createdAt: at("2026-11-22T23:59"),
      mergedInto: { connect: { id: kept.id } },
      mergedAt: new Date(),
    });
    await submission({ createdAt: at("2026-01-05T12:00"), answeredAt: at("2026-01-05T12:00"), state: "waiting" });
    const { classes, weeks, answers, seats } = await office.services.figures();
    expect(classes).toEqual([
      { className: 7, total: 3, states: { offered: 1, declined: 1, waiting: 1 } },
      { className: 9, total: 1, states: { received: 1 } },
    ]);
    for (const { className, total } of classes)
      expect((await office.services.desk({ class: String(className) })).total).toBe(total);
    expect(weeks.slice(-2)).toEqual([
      { monday: "2026-11-16", count: 2 },
      { monday: "2026-11-23", count: 1 },
    ]);
    // Two hours on Wednesday and two on Thursday; for the other one two, eight, eight on Friday, and one on Saturday.
    expect(answers).toEqual({ count: 2, median: (4 * 60 + (2 + 8 + 8 + 1) * 60) / 2, inTime: 1 });
    expect(seats).toBeNull();
    const { id: year } = await schoolYear(2026);
    const days = { opensOn: "2026-01-01", closesOn: "2027-01-01" };
    await office.intakes.save({
      ...{ year },
      intakes: [
        { className: 7, seats: 20, ...days },
        { className: 8, seats: null, ...days },
      ],
    });
    // The application that was offered before takes its seat.
    expect((await office.services.figures()).seats).toEqual({ year: "2026-27", seats: 20, taken: 1 });
    // The intake of the next year was entered early: families still apply for this one.
    const coming = { className: 7, seats: 30, opensOn: "2026-12-15", closesOn: "2027-06-01" };
    await office.intakes.save({ year: (await schoolYear(2027)).id, intakes: [coming] });
    expect((await office.services.figures()).seats).toMatchObject({ year: "2026-27", seats: 20 });
    expect(await office.intakes.list({})).toMatchObject({ year });
    vi.setSystemTime(new Date("2026-12-16T06:00:00Z"));
    expect((await office.services.figures()).seats).toEqual({ year: "2027-28", seats: 30, taken: 0 });
  });

  it("do not count the time in which an application was withdrawn", async () => {
    const at = (stamp: string) => new Date(`${stamp}+05:30`);
    const { id } = await submission({
      ...{ createdAt: at("2026-10-28T16:00"), state: "offered" },
      ...{ answeredAt: at("2026-11-18T17:00"), answerDue: at("2026-11-20T18:00") },
    });
    const moved = { kind: "moved", fromState: "withdrawn", toState: "received" } as const;
    // The second reopening came after the answer.
    for (const day of [at("2026-11-18T16:00"), at("2026-11-24T16:00")])
      await db().submissionEvent.create({ data: { submissionId: id, at: day, ...moved } });
    expect((await office.services.figures()).answers).toEqual({ count: 1, median: 60, inTime: 1 });
  });
});

describe("retention", () => {
  const day = 24 * 60 * 60 * 1000;
  const limits = { enrolled: kept.enrolledForms, declined: kept.forms, withdrawn: kept.forms } as const;
  const states = [
    ...(["received", "in_review", "waiting", "invited", "offered"] as const),
    ...(["accepted", "enrolled", "declined", "withdrawn"] as const),
  ];

  it("counts from the day an application was closed, whenever it arrived, and never deletes an open one", async () => {
    const given = fc.record({
      state: fc.constantFrom(...states),
      closed: fc.oneof(fc.integer({ min: 0, max: 800 }), fc.constantFrom(89, 90, 91, 364, 365, 366)),
      older: fc.integer({ min: 0, max: 900 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(given, { minLength: 1, maxLength: 8 }), async (all) => {
        await db().submission.deleteMany();
        const now = Date.now();
        const left: string[] = [];
        for (const { state, closed, older } of all) {
          // Half a day off the limit, so that the time of the run itself does not matter.
          const stateAt = new Date(now - (closed - 0.5) * day);
          const createdAt = new Date(stateAt.getTime() - older * day);
          const visitAt = state === "invited" ? new Date() : null;
          const { id } = await submission({ state, stateAt, createdAt, visitAt });
          const limit = (limits as Partial<Record<string, number>>)[state];
          if (limit === undefined || closed - 0.5 < limit) left.push(id);
        }
        await purgeExpired(new Date(now));
        expect((await db().submission.findMany()).map(({ id }) => id).sort()).toEqual(left.sort());
      }),
      { numRuns: 12 },
    );
  });
});
