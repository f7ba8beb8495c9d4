import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/server/db/client";
import { type Caller, callerOf, createGuardian, createStaff, createStudent, refusalOf, tokenFor } from "../factories";
import { examOfficeOfEachTest, place, scored } from "../harness/exams";

const exams = examOfficeOfEachTest();
const { office } = exams;
let asha: Caller;
let id: string;

beforeEach(async () => {
  const user = await createStudent();
  id = user.id;
  asha = await callerOf(await tokenFor(user));
  await office.enrolments.enrol({ studentId: id, ...place });
});

const showClass = (value: boolean) => office.settings.change({ key: "familiesSeeClass", value });

/** A released exam with these marks out of 80, the first of them Asha's. */
async function released(marks: readonly number[]) {
  const people = [id, ...(await Promise.all(marks.slice(1).map(() => exams.add())))];
  const examId = await exams.examWith(people.map((one, index) => [one, scored(marks[index] ?? 0)]));
  await exams.release(examId);
  return examId;
}

describe("the middle half of the class", () => {
  it("is shown to no family unless the setting says so, and then only for their own child", async () => {
    await released([40, 20, 40, 60, 80]);
    const stranger = await callerOf(await tokenFor(await createStudent()));
    const guardian = await callerOf(await tokenFor(await createGuardian({ of: [{ id }] })));
    const blind = await callerOf(await tokenFor(await createGuardian({ of: [{ id }], link: { seesResults: false } })));
    for (const isShown of [false, true]) {
      await showClass(isShown);
      expect((await refusalOf((await callerOf(null)).results.halves())).code).toBe("UNAUTHORIZED");
      for (const caller of [stranger, blind])
        expect((await refusalOf(caller.results.halves({ studentId: id }))).code).toBe("NOT_FOUND");
      expect((await refusalOf(asha.exams.halves({ studentId: id }))).code).toBe("FORBIDDEN");
      expect(await stranger.results.halves()).toEqual([]);
      const shown = isShown ? [{ resultId: expect.any(String), low: 50, high: 75 }] : [];
      expect(await asha.results.halves()).toEqual(shown);
      expect(await guardian.results.halves({ studentId: id })).toEqual(shown);
    }
  });

  it("is shown to the office, and to teachers for what they teach, whatever families see", async () => {
    await released([40, 20, 40, 60, 80]);
    const teacher = await callerOf((await createStaff({ role: "teacher", className: 7, section: "A" })).token);
    const other = await callerOf((await createStaff({ role: "teacher", className: 8 })).token);
    expect(await office.exams.halves({ studentId: id })).toMatchObject([{ low: 50, high: 75 }]);
    expect(await teacher.exams.halves({ studentId: id })).toMatchObject([{ low: 50, high: 75 }]);
    expect(await other.exams.halves({ studentId: id })).toEqual([]);
  });

  it("is that of the current versions, and needs five students or more", async () => {
    await showClass(true);
    await released([40, 20, 40, 60]);
    expect(await asha.results.halves()).toEqual([]);
    const examId = await released([40, 20, 40, 60, 80]);
    const last = await db().result.findFirstOrThrow({ where: { examId, score: 80 } });
    await office.results.correct({ id: last.id, score: 40, reason: "Sum" });
    expect(await asha.results.halves()).toMatchObject([{ low: 50, high: 50 }]);
    const own = await db().result.findFirstOrThrow({ where: { examId, studentId: id } });
    const { _id: corrected } = await office.results.correct({ id: own.id, score: 50, reason: "Sum" });
    expect(await asha.results.halves()).toMatchObject([{ resultId: corrected }]);
    await office.results.withdraw({ id: corrected, reason: "Wrong student" });
    expect(await asha.results.halves()).toEqual([]);
  });
});
