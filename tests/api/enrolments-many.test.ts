import { beforeEach, describe, expect, it } from "vitest";
import { shownDate } from "@/lib/dates";
import { db } from "@/server/db/client";
import { callerOf, createStudent, refusalOf, schoolYear, tokenFor } from "../factories";
import { inDays as on } from "../harness/days";
import { listImporter, row } from "../harness/list-import";
import { officeOfEachTest } from "../harness/office";

const office = officeOfEachTest();

beforeEach(async () => {
  await schoolYear();
});

const add = async (name: string, place?: object) => (await office.students.add({ name, ...place }))._id;
const inA = { className: 7, section: "A", fromDay: "2026-04-06" };
const absent = "019376a0-3d5c-7a18-9b0d-2e4f6a8b0c1d";

describe("work on many students", () => {
  it("is refused to visitors and students, and for nobody or too many", async () => {
    const id = await add("Asha Rao", inA);
    const student = await callerOf(await tokenFor(await createStudent()));
    for (const caller of [await callerOf(null), student]) {
      const ended = caller.enrolments.endMany({ students: [id], day: "2026-06-01", reason: "Moved" });
      expect((await refusalOf(ended)).code).toMatch(/UNAUTHORIZED|FORBIDDEN/);
    }
    const many = Array.from({ length: 1001 }, () => absent);
    for (const students of [[], many])
      expect((await refusalOf(office.enrolments.placeMany({ students, className: 8 }))).code).toBe("BAD_REQUEST");
    expect(await db().enrolment.count({ where: { toDay: null } })).toBe(1);
  });

  it("moves some, puts others into the class, and refuses the rest by name with the reason", async () => {
    const ids = [
      await add("Asha Rao", { ...inA, rollNo: "12" }),
      await add("Nila Sen"),
      await add("Kiran Das", { ...inA, section: "B" }),
      await add("Dev Gill", { ...inA, fromDay: "2026-09-01" }),
      await add("Zoya Khan", inA),
    ];
    await office.enrolments.end({ studentId: ids[4] ?? "", day: "2026-05-01", reason: "Moved to Pune" });
    const input = { students: [...ids, ...ids, absent], className: 7, section: "b", day: "2026-06-01" };
    const { done, refused } = await office.enrolments.placeMany(input);
    expect(done).toBe(2);
    expect(refused).toMatchObject([
      { name: "Kiran Das", why: expect.stringMatching(/already/) },
      { name: "Dev Gill", why: expect.stringMatching(/1 Sep/) },
      { name: "Zoya Khan", why: expect.stringMatching(/Has left/) },
      { studentId: absent, why: expect.stringMatching(/no longer/) },
    ]);
    const asha = await office.students.get({ id: ids[0] ?? "" });
    expect(asha.enrolments).toMatchObject([
      { className: "7", section: "B", rollNo: null, fromDay: "2026-06-01", toDay: null },
      { section: "A", toDay: "2026-05-31", endReason: "moved" },
    ]);
    expect(asha.changes).toContainEqual(
      expect.objectContaining({
        action: "students-placed",
        by: "Administrator",
        values: [
          { field: "section", before: "A", after: "B" },
          { field: "rollNo", before: "12", after: null },
        ],
      }),
    );
    const events = await db().auditEvent.findMany({ where: { action: "students-placed" } });
    expect(events).toMatchObject([{ subjectId: null, detail: { class: 7, count: 2 } }]);
    expect((await office.enrolments.placeMany(input)).done).toBe(0);
    expect(await db().auditEvent.count({ where: { action: "students-placed" } })).toBe(1);
  });

  it("ends many with one day and one reason, which each student's history keeps", async () => {
    const ids = [await add("Asha Rao", inA), await add("Nila Sen", inA), await add("Kiran Das")];
    const ended = await office.enrolments.endMany({ students: ids, day: "2026-06-01", reason: "The hostel closed" });
    expect(ended).toMatchObject({ done: 2, refused: [{ name: "Kiran Das", why: "Is in no class now." }] });
    const asha = await office.students.get({ id: ids[0] ?? "" });
    expect(asha).toMatchObject({ state: "left", leftOn: "2026-06-01", leftReason: "The hostel closed" });
    expect(asha.changes).toContainEqual(
      expect.objectContaining({ action: "students-ended", reason: "The hostel closed" }),
    );
    expect((await office.students.matching({ state: "left" })).map(({ name }) => name)).toEqual([
      "Asha Rao",
      "Nila Sen",
    ]);
    const { csv } = await office.students.export({ ids: [ids[1] ?? ""] });
    expect(csv).toMatch(/Nila Sen/);
    expect(csv).not.toMatch(/Asha|Kiran/);
  });

  it("leaves students of another year in their class, and refuses them with that class", async () => {
    const [current, past] = [await db().schoolYear.findFirstOrThrow(), await schoolYear(2025)];
    const ids = [await add("Asha Rao", inA), await add("Nila Sen", inA)];
    const input = { students: ids, year: past.id };
    const why = "Is in Class 7 of another school year. Promote the class, or work on the student's own page.";
    for (const answer of [
      await office.enrolments.placeMany({ ...input, className: 8 }),
      await office.enrolments.endMany({ ...input, day: "2026-11-20", reason: "The hostel closed" }),
    ])
      expect(answer).toMatchObject({ done: 0, refused: [{ why }, { why }] });
    const moved = await office.enrolments.placeMany({ ...input, year: current.id, className: 8 });
    expect(moved).toMatchObject({ done: 2, refused: [] });
  });
});

describe("a leave", () => {
  it.each([
    [0, true],
    [30, true],
    [-1, false],
  ])("whose last day is %s days from now is reported as still to come: %s", async (days, isComing) => {
    const year = await db().schoolYear.findFirstOrThrow();
    const id = await add("Asha Rao", { ...inA, admissionNo: "A-1", bornOn: "2014-05-04" });
    await office.enrolments.end({ studentId: id, day: on(days), reason: "Moves to Pune" });
    const why = `Leaves on ${shownDate(on(days))}`;
    const many = { students: [id], year: year.id };
    const placed = await office.enrolments.placeMany({ ...many, className: 8 });
    const ended = await office.enrolments.endMany({ ...many, day: on(days), reason: "Moves to Pune" });
    expect([placed, ended].map(({ refused }) => refused[0]?.why)).toEqual(
      isComing ? [`${why}.`, `${why}.`] : [expect.stringMatching(/^Has left\. Take/), "Has left already."],
    );
    const { faultsOf } = listImporter(() => office);
    const [faults] = await faultsOf([row({ 7: "", 8: "" })]);
    expect(faults).toEqual({ className: isComing ? why : expect.stringMatching(/^Has left; take/) });
    expect((await office.students.list({ consent: "missing" })).total).toBe(isComing ? 1 : 0);
    expect((await office.guardians.family({ studentId: id })).needsConsent).toBe(isComing);
  });
});
