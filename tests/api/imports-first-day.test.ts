import { beforeEach, describe, expect, it } from "vitest";
import { dateHere } from "@/content/institute";
import { addDays, shownDate } from "@/lib/dates";
import { db } from "@/server/db/client";
import { refusalOf, schoolYear } from "../factories";
import { classList, listHeads } from "../harness/class-list";
import { shifted, shiftedLabel } from "../harness/days";
import { doJobs } from "../harness/jobs";
import { asha, findStudent as find, listImporter, nisha, row } from "../harness/list-import";
import { officeOfEachTest } from "../harness/office";

const admin = officeOfEachTest();
let year: string;
beforeEach(async () => {
  ({ id: year } = await schoolYear(2026, shifted));
});

const { add, check, carryOut, rowsOf } = listImporter(() => admin);
const today = dateHere(new Date());
const [firstDay, june] = [shifted("2026-04-01"), shifted("2026-06-15")];

const daysOf = async (admissionNo: string) =>
  (await find(admissionNo)).enrolments.map(({ fromDay }) => fromDay.toISOString().slice(0, 10));

describe("the first day of students who are new in the year", () => {
  it("is the first day of a year in which nobody is enrolled, otherwise today, and is shown before and after", async () => {
    const { _id: id, fromDay, starts } = await add([asha]);
    expect([fromDay, starts]).toEqual([null, [{ year, day: firstDay }]]);
    const { columns } = await admin.imports.get({ id });
    expect(await admin.imports.check({ id, columns, dayOrder: "day" })).toMatchObject({ fromDay: firstDay });
    expect(await admin.imports.carryOut({ id })).toMatchObject({ fromDay: firstDay, starts: [] });
    expect(await daysOf("A-1")).toEqual([firstDay]);
    expect(await add([nisha])).toMatchObject({ fromDay: null, starts: [{ year, day: today }] });
    expect(await carryOut([asha, nisha])).toMatchObject({ fromDay: today });
    expect([await daysOf("A-1"), await daysOf("A-2")]).toEqual([[firstDay], [today]]);
  });

  it("is the chosen one, even if somebody is enrolled between the check and the import", async () => {
    const { _id: chosen } = await check([asha], { fromDay: june });
    const { _id: proposed } = await check([row({ 0: "A-2", 1: "Nisha", 5: "2", 7: "", 8: "" })]);
    await admin.imports.carryOut({ id: chosen });
    await admin.imports.carryOut({ id: proposed });
    expect([await daysOf("A-1"), await daysOf("A-2")]).toEqual([[june], [firstDay]]);
    await admin.imports.undo({ id: chosen });
    await admin.imports.undo({ id: proposed });
    expect(await db().student.count()).toBe(0);
    expect((await add([asha])).starts).toEqual([{ year, day: firstDay }]);
  });

  it("is the one that was seen: rows that a colleague has checked again since are not imported unseen", async () => {
    const { _id: id, columns, digest } = await check([asha], { fromDay: firstDay });
    const anew = await admin.imports.check({ id, columns, dayOrder: "day", fromDay: june });
    expect(await refusalOf(admin.imports.carryOut({ id, digest }))).toMatchObject({
      code: "CONFLICT",
      message: "The rows have been checked again in the meantime. Please look through them again.",
    });
    expect(await db().student.count()).toBe(0);
    await admin.imports.carryOut({ id, digest: anew.digest });
    expect(await daysOf("A-1")).toEqual([june]);
  });

  it("is the one that was seen, in the background too, whether rows are checked again before or after the start", async () => {
    const { _id: id, columns } = await add(classList(501), listHeads);
    const checkFrom = (fromDay: string) => admin.imports.check({ id, columns, dayOrder: "day", fromDay });
    await checkFrom(firstDay);
    await doJobs();
    const { digest } = await admin.imports.get({ id });
    const { taskId } = await admin.imports.carryOut({ id, digest });
    const fault = "The rows have been checked again in the meantime. Please look through them again.";
    await checkFrom(june);
    expect(await refusalOf(admin.imports.carryOut({ id, digest }))).toMatchObject({ code: "CONFLICT", message: fault });
    await doJobs();
    expect(await admin.tasks.get({ id: taskId ?? "" })).toMatchObject({ state: "failed", fault });
    expect(await admin.imports.get({ id })).toMatchObject({ state: "checked", fromDay: june });
    expect(await db().student.count()).toBe(0);
  });

  it("does not apply to students who change class within the year: they do so today", async () => {
    await carryOut([asha]);
    const { _id: id } = await carryOut([row({ 3: "8" }), nisha], { fromDay: june });
    expect([await daysOf("A-1"), await daysOf("A-2")]).toEqual([[firstDay, today], [june]]);
    await admin.imports.undo({ id });
    expect((await find("A-1")).enrolments).toMatchObject([{ className: 7, toDay: null }]);
  });

  it("applies to students who come from the class of an earlier year", async () => {
    const { id: before } = await schoolYear(2025, shifted);
    await carryOut([asha], { year: before });
    expect(await daysOf("A-1")).toEqual([shifted("2025-04-01")]);
    await carryOut([row({ 3: "8" })], { fromDay: june });
    expect((await find("A-1")).enrolments).toMatchObject([
      { className: 7, toDay: new Date(shifted("2026-03-31")), endReason: "promoted" },
      { className: 8, fromDay: new Date(june) },
    ]);
    expect((await add([nisha])).starts).toContainEqual({ year: before, day: shifted("2026-03-31") });
  });

  it("is not today in a year that is over: another class in that year is refused, another section is accepted", async () => {
    const { id: before } = await schoolYear(2025, shifted);
    await carryOut([asha, nisha], { year: before });
    const file = [row({ 3: "8" }), row({ 0: "A-2", 1: "Nisha Rao", 4: "B", 5: "2" })];
    const { _id: id } = await check(file, { year: before });
    expect(await rowsOf(id)).toMatchObject([
      {
        state: "refused",
        faults: { className: `${shiftedLabel(2025)} is over; correct the class on the student’s page` },
      },
      { state: "updated", was: { section: "A" } },
    ]);
  });

  it.each([
    [
      "before the year",
      shifted("2026-03-31"),
      `The school year ${shiftedLabel(2026)} begins on ${shownDate(firstDay)}; choose that day or a later one.`,
    ],
    ["still to come", addDays(today, 1), "This day is still to come. Choose today or an earlier day."],
    ["of the next year", shifted("2027-04-01"), `That day is in the school year ${shiftedLabel(2027)}.`],
  ])("cannot be %s", async (_, fromDay, message) => {
    await schoolYear(2027, shifted);
    const refusal = await refusalOf(check([asha], { fromDay }));
    expect(refusal).toMatchObject({ code: "BAD_REQUEST", issues: [{ path: ["fromDay"] }] });
    expect(refusal.issues?.[0]?.message).toContain(message);
  });

  it("is, in a year to come, its first one or a later one", async () => {
    const { id: next } = await schoolYear(2027, shifted);
    await carryOut([asha], { year: next, fromDay: shifted("2027-04-12") });
    await carryOut([nisha], { year: next });
    expect([await daysOf("A-1"), await daysOf("A-2")]).toEqual([[shifted("2027-04-12")], [shifted("2027-04-01")]]);
  });
});
