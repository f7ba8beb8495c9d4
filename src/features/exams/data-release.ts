import "server-only";
import { createHash } from "node:crypto";
import { dateHere } from "@/content/institute";
import type { Sat } from "@/features/results/data-twice";
import type { Principal } from "@/lib/principal";
import { type ExamRow, examViewOf, getExam } from "./data";
import { findBefore } from "./data-events";
import { countsOf, forecastRelease, listConcerned, listSecondResults } from "./data-notified";
import { listSheetRows } from "./data-sheet";
import { dayToCome, takes } from "./rules";
import { isToRelease } from "./rules-sheet";
import type { PreviewPeopleInput, PreviewPersonView, ReleaseView } from "./schema-release";
import type { SheetRowView } from "./schema-sheet";
import type { TogetherView } from "./schema-together";

const digestOf = (facts: unknown) => createHash("sha256").update(JSON.stringify(facts)).digest("hex");

/** A preview of a release, and the marks it would release. `marksDigest` covers only the exam and its marks. */
export async function planRelease(exam: ExamRow, now: Date) {
  const rows = (await listSheetRows(exam, null, now)).filter(isToRelease);
  const marked = rows.filter(({ mark }) => mark !== null);
  const scored = marked.filter(({ mark }) => mark?.kind === "scored");
  const people = { ...(await listConcerned(rows)), secondResults: await listSecondResults(exam, scored) };
  const counts = countsOf(people);
  const { className, sections, subject, examName, examDate, totalMarks } = exam;
  const marks = marked.map(({ studentId, mark, remark }) => [studentId, mark, remark]);
  const marksDigest = digestOf([
    className,
    sections,
    subject,
    examName,
    examDate,
    Number(totalMarks),
    marks.toSorted(),
  ]);
  return { marked, scored, people, counts, marksDigest, digest: digestOf([exam.rowVersion, marksDigest, counts]) };
}

/** A preview of a release. @throws AppError NOT_FOUND, FORBIDDEN */
export async function previewRelease(id: string, by: Principal, now: Date): Promise<ReleaseView> {
  const exam = await getExam(id, by);
  const [{ scored, counts, digest }, before] = await Promise.all([planRelease(exam, now), findBefore(exam)]);
  const releasableFrom = dayToCome(examViewOf(exam), dateHere(now));
  return { ...counts, before, digest, releasableFrom, leaves: await forecastRelease(scored, now) };
}

/** The people behind a number of the preview, in the order of the sheet. @throws AppError NOT_FOUND, FORBIDDEN */
export async function listPreviewPeople(
  { id, fact }: PreviewPeopleInput,
  by: Principal,
  now: Date,
): Promise<PreviewPersonView[]> {
  return (await planRelease(await getExam(id, by), now)).people[fact];
}

/** A preview of releasing exams together. @throws AppError NOT_FOUND, FORBIDDEN */
export async function previewTogether(ids: readonly string[], by: Principal, now: Date): Promise<TogetherView> {
  const [exams, settled, scored]: [TogetherView["exams"], TogetherView["settled"], SheetRowView[]] = [[], [], []];
  const secondResults: TogetherView["secondResults"] = [];
  const toCome: TogetherView["toCome"] = [];
  const planned: Sat[] = [];
  for (const id of new Set(ids)) {
    const exam = await getExam(id, by);
    const plan = await planRelease(exam, now);
    if (exam.state === "released" || exam.state === "scheduled") settled.push({ id, why: exam.state });
    else if (plan.marked.length === 0 || !takes(exam.state, "release")) settled.push({ id, why: "nothing" });
    else {
      exams.push({ id, digest: plan.digest });
      const day = dayToCome(examViewOf(exam), dateHere(now));
      if (day !== null) toCome.push({ id, day });
      const twice = await listSecondResults(exam, plan.scored, planned);
      const names = twice.slice(0, 5).map(({ name }) => name);
      secondResults.push({ id, students: twice.length, names });
      planned.push(...plan.scored.map(({ studentId }) => ({ ...examViewOf(exam), student: { id: studentId } })));
      scored.push(...plan.scored);
    }
  }
  const rows = uniqueStudents(scored);
  const [{ mailed, guardiansMailed }, leaves] = await Promise.all([listConcerned(rows), forecastRelease(rows, now)]);
  return {
    exams,
    settled,
    toCome,
    secondResults: secondResults.filter(({ students }) => students > 0),
    results: scored.length,
    mailed: mailed.length,
    guardiansMailed: guardiansMailed.length,
    leaves,
  };
}

const uniqueStudents = (rows: readonly SheetRowView[]) => [
  ...new Map(rows.map((row) => [row.studentId, row])).values(),
];
