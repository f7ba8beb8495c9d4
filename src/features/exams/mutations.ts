import "server-only";
import { yearOf } from "@/features/enrolments/data";
import { findTest } from "@/features/schedules/data";
import { resolveSubjects } from "@/features/subjects/data";
import { listYears } from "@/features/years/data";
import { changesIn } from "@/lib/changes-in";
import { shownDate } from "@/lib/dates";
import { AppError, fieldError, type Issue, requireVersion } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { subjectKey } from "@/lib/subject-key";
import { record } from "@/server/audit/audit";
import { requireClass } from "@/server/classes";
import { type Transaction, transaction } from "@/server/db/client";
import { violatedIndex } from "@/server/db/database-errors";
import { newIds } from "@/server/db/ids";
import type { Prisma } from "@/server/generated/prisma/client";
import { lockExamKeys } from "@/server/roster/exam-keys";
import { endHidingExemptions } from "@/server/roster/exemptions";
import { requireScope } from "@/server/trpc/scope";
import { examViewOf } from "./data";
import { requirePlaces, requireYear } from "./data-reach";
import { listSheetRows } from "./data-sheet";
import { say } from "./messages";
import { bringBack, lockExam } from "./mutations-plan";
import { type Act, actions, scopesOf, takes } from "./rules";
import { type AddExamsInput, type EditExamInput, singleSpaced } from "./schema";

type Place = { className: number; sections: string[]; examName: string; examDate?: string | undefined };

/** The school year of an exam: that of its date, or the current one. @throws AppError BAD_REQUEST */
async function yearIdOf(examDate: string | undefined, now: Date): Promise<string> {
  const current = await yearOf(undefined, now);
  if (examDate === undefined) return current._id;
  const years = await listYears();
  const year = years.find(({ firstDay, lastDay }) => firstDay <= examDate && examDate <= lastDay);
  if (year) return year._id;
  const [last] = years;
  throw fieldError(
    "examDate",
    last && last.lastDay < examDate
      ? say("afterLastYear", shownDate(examDate), last.label, shownDate(last.lastDay))
      : say("outsideYear", current.label),
  );
}

/** Exams of one name are duplicates if class, subject and date are equal and they share a section. */
async function findSame(tx: Transaction, place: Place, where: Prisma.ExamWhereInput) {
  const { className, sections, examDate } = place;
  const found = await tx.exam.findMany({
    where: {
      ...where,
      className,
      examDate: examDate === undefined ? null : new Date(examDate),
      state: { not: "withdrawn" },
      ...(sections.length > 0 && { OR: [{ sections: { isEmpty: true } }, { sections: { hasSome: sections } }] }),
    },
    orderBy: { createdAt: "asc" },
    select: { id: true, subject: true, subjectKey: true, examName: true },
  });
  const key = subjectKey(place.examName);
  return found.filter(({ examName }) => subjectKey(examName) === key);
}

/** Creates an exam for each subject, or none. @throws AppError FORBIDDEN, CONFLICT with the id of the first duplicate */
export async function addExams(input: AddExamsInput, by: Principal, now: Date) {
  const { className, sections, examName, examDate, totalMarks, scheduleId } = input;
  return transaction(async (tx) => {
    await lockExamKeys(tx);
    const nameOf = await resolveSubjects(input.subjects);
    const subjects = input.subjects
      .map((text) => nameOf(text))
      .map((subject) => ({ subject, key: subjectKey(subject) }));
    const names = subjects.map(({ subject }) => subject);
    requirePlaces(by, input, names);
    requireDifferent(subjects);
    await requireTest(input);
    const schoolYearId = await yearIdOf(examDate, now);
    await requireYear(by, schoolYearId);
    const subjectKeys = subjects.map(({ key }) => key);
    const [same] = await findSame(tx, input, { schoolYearId, subjectKey: { in: subjectKeys } });
    if (same) throw existing(same, "subjects");

    const rows = newIds(subjects.length).map((id, index) => ({ id, ...subjects[index] }));
    const shared = { schoolYearId, className, sections, examName, totalMarks, createdById: by.userId };
    const date = examDate === undefined ? null : new Date(examDate);
    const data = rows.map(({ id, subject = "", key = "" }) => {
      return { ...shared, id, subject, subjectKey: key, examDate: date, ...(scheduleId && { scheduleId }) };
    });
    const added = { subject: names.join(", "), examName };
    await asExisting(added, "subjects", tx.exam.createMany({ data }));
    await tx.examEvent.createMany({ data: rows.map(({ id }) => ({ examId: id, byId: by.userId, kind: "created" })) });
    await record(tx, {
      action: "exams-added",
      by,
      detail: { class: className, exam: examName, count: rows.length },
    });
    return rows.map(({ id, subject = "" }) => ({ _id: id, subject }));
  });
}

function requireDifferent(subjects: readonly { subject: string; key: string }[]): void {
  const twice = subjects.find(({ key }, index) => subjects.findIndex((one) => one.key === key) !== index);
  if (twice) throw fieldError("subjects", say("sameSubject", twice.subject));
}

async function requireTest({ subjects, className, examDate, scheduleId, testDate }: AddExamsInput): Promise<void> {
  if (scheduleId === undefined) return;
  if (subjects.length > 1) throw fieldError("subjects", say("oneSubject"));
  const test = await findTest(scheduleId);
  if (!test) throw new AppError("NOT_FOUND", say("testNotFound"));
  if (test.className !== className) throw fieldError("className", say("classOfTest", test.className));
  if (test.state === "cancelled") throw new AppError("CONFLICT", say("testCancelled"));
  if (testDate !== undefined && testDate !== test.testDate && testDate === examDate)
    throw fieldError("examDate", say("testMoved", shownDate(test.testDate)), "CONFLICT");
}

type Existing = { id?: string; subject: string; examName: string };

function existing({ id, subject, examName }: Existing, field: string) {
  const message = say("exists", subject, examName);
  const issues: Issue[] = [{ path: [field], message }];
  return new AppError("CONFLICT", message, issues, {}, id);
}

/** The index decides if a writer did not take the lock, such as a server of the previous version. @throws AppError CONFLICT */
async function asExisting(exam: Existing, field: string, written: Promise<unknown>): Promise<void> {
  await written.catch((error: unknown) => {
    throw violatedIndex(error) === "exams_same_key" ? existing(exam, field) : error;
  });
}

/** An exam, locked until the transaction ends, in a state that allows the action. @throws AppError */
async function lockWhole(tx: Transaction, id: string, act: Act, by: Principal) {
  const exam = await lockExam(tx, id, by);
  for (const scope of scopesOf(exam)) requireScope(by, actions.mark, scope);
  if (!takes(exam.state, act)) throw new AppError("CONFLICT", say(act === "remove" ? "removeOnlyDrafts" : "fixed"));
  return exam;
}

/** Edits an exam that was not released; equal values change nothing. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT */
export async function editExam(input: EditExamInput, by: Principal, now: Date): Promise<void> {
  const { id, className, sections, examDate, totalMarks } = input;
  await transaction(async (tx) => {
    await lockExamKeys(tx);
    const before = await lockWhole(tx, id, "edit", by);
    // A name that was stored before spaces were made single is no change if it is sent again.
    const examName = input.examName === singleSpaced(before.examName) ? before.examName : input.examName;
    requireVersion(input.rowVersion, before.rowVersion, say("changed"));
    requireClass(className, [before.className]);
    const subject = (await resolveSubjects([input.subject]))(input.subject) ?? before.subject;
    const key = input.subject === undefined ? before.subjectKey : subjectKey(subject);
    requirePlaces(by, input, [subject]);
    const schoolYearId = examDate === undefined ? before.schoolYearId : await yearIdOf(examDate, now);
    await requireYear(by, schoolYearId);
    const shown = { ...before, ...examViewOf(before), sections: before.sections.join() };
    const given = {
      schoolYearId,
      className: String(className),
      sections: sections.join(),
      subject,
      examName,
      totalMarks,
    };
    if (Object.keys(changesIn({ ...given, examDate: examDate ?? null }, shown)).length === 0) return;
    const [same] = await findSame(tx, input, { schoolYearId, subjectKey: key, id: { not: id } });
    if (same) throw existing(same, "examName");
    const above = await tx.markDraft.count({ where: { examId: id, score: { gt: totalMarks } } });
    if (above > 0) throw fieldError("totalMarks", say("aboveTotal"), "CONFLICT");
    const data = {
      schoolYearId,
      className,
      sections,
      subject,
      subjectKey: key,
      examName,
      totalMarks,
      examDate: examDate === undefined ? null : new Date(examDate),
      rowVersion: { increment: 1 },
    };
    await asExisting({ subject, examName }, "examName", tx.exam.update({ where: { id }, data }));
    await endHidingExemptions(tx, key);
    await tx.examEvent.create({ data: { examId: id, byId: by.userId, kind: "edited" } });
    await bringBack(tx, before, by.userId);
    await record(tx, { action: "exam-changed", by, detail: { class: className, exam: examName, subject } });
  });
}

/** Deletes a draft that has no marks, and no remarks in its sheet. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT */
export async function removeExam({ id }: { id: string }, by: Principal, now: Date): Promise<{ _id: string }> {
  await transaction(async (tx) => {
    const exam = await lockWhole(tx, id, "remove", by);
    const { className, examName, subject, releaseNo } = exam;
    if ((await tx.markDraft.count({ where: { examId: id, kind: { not: null } } })) > 0)
      throw new AppError("CONFLICT", say("hasMarks"));
    const rows = await listSheetRows(exam, null, now);
    if (rows.some(({ remark, isExempt }) => remark !== null && !isExempt))
      throw new AppError("CONFLICT", say("hasRemarks"));
    if (releaseNo > 0) throw new AppError("CONFLICT", say("wasReleased"));
    await tx.exam.delete({ where: { id } });
    await record(tx, { action: "exam-removed", by, detail: { class: className, exam: examName, subject } });
  });
  return { _id: id };
}
