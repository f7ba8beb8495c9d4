import { beforeEach, expect, it } from "vitest";
import { db } from "@/server/db/client";
import type { Prisma, User } from "@/server/generated/prisma/client";
import {
  biology,
  callerOf,
  createAdmin,
  createGuardian,
  createStaff,
  createStudent,
  refusalOf,
  result,
  schoolYear,
  tokenFor,
} from "../factories";
import { resetDatabase } from "../harness/database";

beforeEach(resetDatabase);

/** Asha of 7 A, with results in Biology and Mathematics, and one from the year before. */
async function pupil() {
  const asha = await createStudent();
  const { id: schoolYearId } = await schoolYear(2026);
  const place = { schoolYearId, className: 7, section: "A", fromDay: new Date("2026-04-01") };
  await db().enrolment.create({ data: { studentId: asha.id, ...place } });
  await result(asha, { className: 6, subject: "Biology", examName: "Last year" });
  await result(asha, { subject: " biology", examName: "Unit Test" });
  await result(asha, { subject: "Mathematics", examName: "Unit Test" });
  await createAdmin();
  const { id: subjectId } = await biology();
  return { asha, own: await callerOf(await tokenFor(asha)), subjectId };
}

type Teaching = Partial<Prisma.StaffGrantUncheckedCreateInput>;
const teacher = (more: Teaching) => createStaff({ role: "teacher", className: 7, ...more });

it("nobody else learns who reads a student’s results, nor does an account that is not known to be the pupil's", async () => {
  const { asha } = await pupil();
  const blind = await createGuardian({ of: [asha], link: { seesResults: false } });
  const former = await createGuardian({ of: [asha], link: { endedAt: new Date() } });
  const other = await createStudent({ name: "Nila Sen" });
  const ask = async (user: User) =>
    refusalOf((await callerOf(await tokenFor(user))).guardians.readers({ studentId: asha.id }));
  const gone = "This child is not in your account any more.";
  for (const user of [former, other]) expect(await ask(user)).toEqual({ code: "NOT_FOUND", message: gone });
  const closed = "The results of Asha Rao are not shown to you.";
  expect(await ask(blind)).toEqual({ code: "NOT_FOUND", message: closed });
  const { token } = await createStaff({ role: "office" });
  expect((await refusalOf((await callerOf(token)).guardians.readers({ studentId: asha.id }))).code).toBe("NOT_FOUND");
  const mother = await createGuardian({ of: [asha] });
  await db().user.updateMany({ data: { vouchedAt: null } });
  for (const user of [asha, mother]) expect((await ask(user)).code).toBe("FORBIDDEN");
});

it("with one more person of each kind, the page lists exactly those whom the check lets read", async () => {
  const { asha, own, subjectId } = await pupil();
  const empty = { guardians: [], teachers: [], office: 1 };
  expect(await own.guardians.readers()).toEqual(empty);
  const unlisted = [
    await teacher({ section: "B" }),
    await teacher({ className: 8 }),
    await teacher({ fromDay: new Date("2999-01-01") }),
    await teacher({ toDay: new Date("2026-02-01") }),
    await teacher({ endedAt: new Date() }),
  ];
  const reads = async (token: string) => {
    const { results } = await (await callerOf(token)).students.getTaught({ id: asha.id });
    return results.map(({ className, subject }) => `${className} ${subject?.trim()}`).sort();
  };
  for (const { token } of unlisted) {
    const refusal = await refusalOf((await callerOf(token)).students.getTaught({ id: asha.id }));
    expect(["NOT_FOUND", "UNAUTHORIZED"]).toContain(refusal.code);
  }
  expect(await own.guardians.readers()).toEqual(empty);

  const mother = await createGuardian({ of: [asha] });
  expect((await own.guardians.readers()).guardians).toMatchObject([
    { name: "Sunita Rao", relation: "Mother", isYou: false, since: expect.any(Date) },
  ]);
  const mothers = await callerOf(await tokenFor(mother));
  expect(await mothers.results.mine({ studentId: asha.id })).toHaveLength(3);
  expect((await mothers.guardians.readers({ studentId: asha.id })).guardians).toMatchObject([{ isYou: true }]);

  const biologist = await teacher({ section: "A", subjectId });
  expect((await own.guardians.readers()).teachers).toEqual([
    { name: "Meera Iyer", className: "7", section: "A", subject: "Biology" },
  ]);
  expect(await reads(biologist.token)).toEqual(["7 biology"]);

  const classTeacher = await teacher({});
  expect((await own.guardians.readers()).teachers).toHaveLength(2);
  expect(await reads(classTeacher.token)).toEqual(["7 Mathematics", "7 biology"]);

  const clerk = await createStaff({ role: "office" }, { role: "administrator" });
  expect((await own.guardians.readers()).office).toBe(2);
  expect((await (await callerOf(clerk.token)).students.get({ id: asha.id })).results).toHaveLength(3);

  await db().staffGrant.updateMany({ data: { endedAt: new Date() } });
  await db().guardianship.updateMany({ data: { endedAt: new Date() } });
  expect(await own.guardians.readers()).toEqual(empty);
  for (const call of [mothers.guardians.readers, mothers.results.mine])
    expect((await refusalOf(call({ studentId: asha.id }))).code).toBe("NOT_FOUND");
  expect((await refusalOf((await callerOf(clerk.token)).students.get({ id: asha.id }))).code).toBe("UNAUTHORIZED");
});

it("a student who has moved can be read by the teachers of the new class, and no longer by those of the old one", async () => {
  const { asha, own, subjectId } = await pupil();
  const { token } = await teacher({ subjectId });
  expect((await own.guardians.readers()).teachers).toHaveLength(1);
  await db().enrolment.updateMany({ data: { toDay: new Date("2026-11-01"), endReason: "moved" } });
  expect((await own.guardians.readers()).teachers).toEqual([]);
  expect((await refusalOf((await callerOf(token)).students.getTaught({ id: asha.id }))).code).toBe("NOT_FOUND");
});

it("the teachers of an earlier class of the year are listed if the sheet of its exam shows them a result", async () => {
  const { asha, own, subjectId } = await pupil();
  const physics = await db().subject.create({ data: { name: "Physics", key: "physics" } });
  const office = await callerOf((await createStaff({ role: "office" })).token);
  const [of7A, everywhere] = [await teacher({ section: "A" }), await teacher({ subjectId })];
  for (const id of [physics.id, subjectId]) await teacher({ section: "B", subjectId: id });
  await teacher({ section: "A", subjectId: physics.id });
  const fields = { className: 7, subjects: ["Biology"], totalMarks: 80, examName: "Quiz" };
  const [exam] = await office.exams.addMany({ ...fields, sections: ["A"], examDate: "2026-09-01" });
  const id = exam?._id ?? "";
  const mark = { kind: "scored", score: 40 } as const;
  await office.exams.saveCells({ id, cells: [{ studentId: asha.id, mark, remark: null, seen: 0 }] });
  const shown = async () =>
    (await own.guardians.readers()).teachers.map(({ section, subject }) => `${section} ${subject}`).sort();
  await office.enrolments.move({ studentId: asha.id, className: 7, section: "B", day: "2026-10-01" });
  const ofToday = ["B Biology", "B Physics", "null Biology"];
  expect(await shown()).toEqual(ofToday);
  await office.exams.release({ id, digest: (await office.exams.preview({ id })).digest });
  expect(await shown()).toEqual(["A null", ...ofToday]);
  const { rows } = await (await callerOf(of7A.token)).exams.get({ id });
  expect(rows).toMatchObject([{ studentId: asha.id, mark, isReleased: true }]);
  // All other results stay with the present teachers.
  const taught = async ({ token }: typeof of7A) => (await callerOf(token)).students.getTaught({ id: asha.id });
  expect((await refusalOf(taught(of7A))).code).toBe("NOT_FOUND");
  expect((await taught(everywhere)).results.map(({ examName }) => examName).sort()).toEqual(["Quiz", "Unit Test"]);
  await db().staffGrant.updateMany({ where: { userId: of7A.user.id }, data: { section: "B", subjectId: physics.id } });
  await db().staffGrant.create({
    data: { userId: of7A.user.id, role: "teacher", className: 7, section: "A", fromDay: new Date("2026-04-01") },
  });
  expect((await taught(of7A)).results).toEqual([]);
});

it.each([
  ["an exam without a date", "2026-04-01", undefined],
  ["an exam before the class was entered", "2026-04-20", "2026-04-05"],
])("the teacher whose sheet of %s shows the mark of a student who moved away is listed", async (_, came, examDate) => {
  const { asha, own } = await pupil();
  await db().enrolment.updateMany({ data: { fromDay: new Date(came) } });
  const office = await callerOf((await createStaff({ role: "office" })).token);
  const of7A = await teacher({ section: "A" });
  await teacher({ section: "B" });
  const place = { className: 7, sections: [], subjects: ["Biology"], totalMarks: 80 };
  const [exam] = await office.exams.addMany({
    ...place,
    examName: "Quiz",
    ...(examDate !== undefined && { examDate }),
  });
  const id = exam?._id ?? "";
  const mark = { kind: "scored", score: 14 } as const;
  await office.exams.saveCells({ id, cells: [{ studentId: asha.id, mark, remark: null, seen: 0 }] });
  await office.exams.release({ id, digest: (await office.exams.preview({ id })).digest });
  await office.enrolments.move({ studentId: asha.id, className: 8, section: "A", day: "2026-10-01" });
  expect((await (await callerOf(of7A.token)).exams.get({ id })).rows).toMatchObject([{ studentId: asha.id, mark }]);
  expect((await own.guardians.readers()).teachers).toMatchObject([{ className: "7", section: "A" }]);
});

it("a teacher cannot read results from the year before of a student who repeats the class", async () => {
  const { asha, own } = await pupil();
  await result(asha, { subject: "Biology", examName: "By its day", examDate: new Date("2026-03-20") });
  await result(asha, { subject: "Biology", examName: "By its entry", createdAt: new Date("2026-03-31T18:00:00Z") });
  const { results } = await (await callerOf((await teacher({})).token)).students.getTaught({ id: asha.id });
  expect(results.map(({ examName }) => examName)).toEqual(["Unit Test", "Unit Test"]);
  expect(await own.results.mine()).toHaveLength(5);
});
