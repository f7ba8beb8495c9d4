import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/server/db/client";
import { type Caller, refusalOf, schoolYear } from "../factories";
import { listImporter, row } from "../harness/list-import";
import { officeOfEachTest } from "../harness/office";

const office = officeOfEachTest();

beforeEach(async () => {
  await schoolYear(2026);
});

type Student = Parameters<Caller["students"]["add"]>[0];
const add = async (more: Partial<Student> = {}) => (await office.students.add({ name: "Asha Rao", ...more }))._id;
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe("typed by a tired hand: nothing is changed by", () => {
  it.each([
    ["a name of invisible characters", { name: "\u200b\ufeff" }, "name"],
    ["a name of fillers", { name: "\u3164 \u3164" }, "name"],
    ["a birth in the year 214", { bornOn: "0214-05-04" }, "bornOn"],
    ["a birth in 1814", { bornOn: "1814-05-04" }, "bornOn"],
    ["a first day in 2062", { className: 7, fromDay: "2062-11-20" }, "fromDay"],
  ])("%s", async (_, given, field) => {
    const refusal = await refusalOf(add(given as Partial<Student>));
    expect(refusal).toMatchObject({ code: "BAD_REQUEST", issues: [{ path: [field] }] });
    expect(await db().student.count()).toBe(0);
  });

  it("a last day or a move in 2062, for one and for many", async () => {
    const studentId = await add({ className: 7, section: "A", rollNo: "1" });
    const [day, reason] = ["2062-11-20", "moved away"];
    for (const call of [
      () => office.enrolments.end({ studentId, day, reason }),
      () => office.enrolments.endMany({ students: [studentId], day, reason }),
      () => office.enrolments.move({ studentId, className: 8, day }),
      () => office.enrolments.placeMany({ students: [studentId], className: 8, day }),
    ]) {
      expect(await refusalOf(call())).toMatchObject({ code: "BAD_REQUEST", issues: [{ path: ["day"] }] });
    }
    expect((await office.students.get({ id: studentId })).enrolments).toMatchObject([{ className: "7", toDay: null }]);
    // A leave is entered some weeks ahead.
    await office.enrolments.end({ studentId, day: daysFromNow(30), reason });
    await office.enrolments.return({ studentId, className: 7 });
  });

  it("a return, or a class, before the leave", async () => {
    const studentId = await add({ className: 7, fromDay: "2026-06-15" });
    await office.enrolments.end({ studentId, day: "2026-09-01", reason: "moved away" });
    const early = { studentId, className: 7, fromDay: "2026-07-01" } as const;
    for (const act of [office.enrolments.return, office.enrolments.enrol])
      expect(await refusalOf(act(early))).toMatchObject({
        issues: [{ path: ["fromDay"], message: "The student left on 1 Sep 2026; choose that day or a later one." }],
      });
    expect(await office.students.get({ id: studentId })).toMatchObject({ leftOn: "2026-09-01" });
    await office.enrolments.return({ ...early, fromDay: "2026-09-01" });
  });
});

it("invisible characters and wide digits make no second admission number, roll number or subject", async () => {
  await add({ admissionNo: "KV-7", className: 7, section: "A", rollNo: "7" });
  for (const twice of [
    { admissionNo: "\u200bKV\u00ad-7" },
    { admissionNo: "ＫＶ-7" },
    { className: 7, section: "a", rollNo: "７" },
  ]) {
    expect((await refusalOf(add({ name: "Kiran Rao", ...twice }))).code).toBe("CONFLICT");
  }
  const test = { className: "Class 7", testDate: "2027-01-01", testTime: "09:30", description: "" };
  for (const subject of ["Maths", "MATHS ", "ｍａｔｈｓ", "Ma\u200bths"]) {
    expect((await office.schedules.add({ ...test, subject })).subject).toBe("Maths");
  }
  expect((await office.subjects.names()).map(({ name }) => name)).toEqual(["Maths"]);
});

it("a list with the same slips shows them in its cells", async () => {
  const { faultsOf } = listImporter(() => office);
  const [born, twin] = await faultsOf([row({ 2: "04.05.1814" }), row({ 0: "A-2", 1: "Nisha Rao", 5: "７" })]);
  expect(born).toEqual({ bornOn: "No such day" });
  expect(twin).toEqual({});
});
