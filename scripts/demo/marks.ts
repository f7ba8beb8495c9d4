import { previewRelease } from "@/features/exams/data-release";
import { getSheet } from "@/features/exams/data-sheet";
import { addExams } from "@/features/exams/mutations";
import { saveCells, setExempt } from "@/features/exams/mutations-marks";
import { planExamRelease } from "@/features/exams/mutations-plan";
import { releaseExam } from "@/features/exams/mutations-release";
import { takeBackRelease, withdrawExam } from "@/features/exams/mutations-takeback";
import { addResults } from "@/features/results/mutations";
import { correctResult } from "@/features/results/mutations-corrections";
import { resultInput } from "@/features/results/schema";
import type { Principal } from "@/lib/principal";
import { db } from "@/server/db/client";
import { say } from "../command";
import { moment, schoolDay } from "./content";
import { type Fate, type SampleExam, sampleExams, sampleOlympiad } from "./exams";
import { idOf, type Stage, staffOf } from "./stage";

const hour = 60 * 60_000;
const after = (time: Date, milliseconds: number) => new Date(time.getTime() + milliseconds);

/** Types the marks of all exams and releases, corrects or withdraws them, oldest first, because ids must be in order of time. */
export async function holdExams(stage: Stage): Promise<void> {
  const exams = sampleExams(stage.today);
  const counts = new Map<Fate, number>();
  for (const exam of exams) {
    await lockExam(stage, exam);
    counts.set(exam.fate, (counts.get(exam.fate) ?? 0) + 1);
  }
  const told = [...counts].map(([fate, count]) => `${count} ${fate}`).join(", ");
  say(`Held ${exams.length} exams: ${told}.`);
}

/** Results from outside the institute, added without an exam. */
export async function addOlympiad(stage: Stage): Promise<void> {
  const results = sampleOlympiad(stage.today).map(({ pupil, result }) =>
    resultInput.parse({ ...result, studentEmail: pupil.email }),
  );
  const added = await addResults(results, staffOf(stage, "office"), new Date());
  const createdAt = moment(schoolDay(stage.today, -12), 4);
  await db().result.updateMany({ where: { id: { in: added.map(({ _id }) => _id) } }, data: { createdAt } });
}

/** Who types the marks of an exam. */
function typistOf(stage: Stage, { className, subject, fate }: SampleExam): Principal {
  const isDraft = fate === "half typed" || fate === "empty";
  if (isDraft && subject === "Mathematics" && className >= 9) return staffOf(stage, "teacher of Mathematics");
  if (isDraft && subject === "English" && className >= 6 && className <= 8) return staffOf(stage, "teacher of English");
  return staffOf(stage, "office");
}

async function lockExam(stage: Stage, exam: SampleExam): Promise<void> {
  const { className, subject, examName, examDate, totalMarks, fate, typedAt, marks } = exam;
  const typist = typistOf(stage, exam);
  const about = { className, sections: [], examName, examDate, totalMarks, subjects: [subject], scheduleId: undefined };
  const [made] = await addExams(about, typist, typedAt);
  const id = made?._id ?? "";
  if (fate === "empty") return;
  const cells = marks.map(({ pupil, mark, remark }) => ({ studentId: idOf(stage, pupil), mark, remark, seen: 0 }));
  const isOpen = fate === "late" ? 2 : fate === "half typed" ? Math.ceil(cells.length / 2) : 0;
  await saveCells({ id, cells: cells.slice(isOpen) }, typist, typedAt);
  await become(stage, exam, { id, left: cells.slice(0, isOpen) });
}

type Cells = Parameters<typeof saveCells>[0]["cells"];

async function become(stage: Stage, { fate, typedAt, examDate }: SampleExam, exam: { id: string; left: Cells }) {
  const { id, left } = exam;
  const office = staffOf(stage, "office");
  const then = after(typedAt, hour);
  if (fate === "half typed") return;
  if (fate === "planned") {
    const { digest } = await previewRelease(id, office, then);
    const plan = { id, digest, date: schoolDay(stage.today, 1), time: "17:00" };
    return planExamRelease(plan, office, new Date());
  }
  await release(id, office, then);
  if (fate === "late") {
    // Two students who took the exam later.
    await saveCells({ id, cells: left }, office, after(then, 70 * hour));
    await release(id, office, after(then, 71 * hour));
  }
  if (fate === "taken back") await takeBackRelease({ id }, office, after(then, 3 * 60_000), async (_, now) => now);
  if (fate === "withdrawn") {
    const reason = "The paper had been seen before. It is written again in December.";
    await withdrawExam({ id, reason }, office, after(then, 50 * hour));
  }
  if (fate === "corrected") await correctSome(id, office, moment(schoolDay(examDate, 9), 2));
}

async function release(id: string, by: Principal, at: Date): Promise<void> {
  const { digest } = await previewRelease(id, by, at);
  await releaseExam({ id, digest }, by, at);
}

const reasons = ["Question 5 was marked again", "The last page had been left out", "The sum was wrong"];

async function correctSome(examId: string, by: Principal, at: Date): Promise<void> {
  const found = await db().result.findMany({ where: { examId }, orderBy: { score: "desc" }, take: 9 });
  for (const [index, { id, score }] of found.slice(4, 7).entries())
    await correctResult({ id, score: Number(score) - 1.5, reason: reasons[index] ?? "" }, by, at);
}

/** One student does not take a subject this year. */
export async function exemptOne(stage: Stage): Promise<void> {
  const office = staffOf(stage, "office");
  const exam = await db().exam.findFirstOrThrow({ where: { state: "draft", className: 9 }, orderBy: { id: "asc" } });
  const { rows } = await getSheet(exam.id, office, new Date());
  const unmarked = rows.findLast(({ mark }) => mark === null);
  if (unmarked) await setExempt({ id: exam.id, studentId: unmarked.studentId, isExempt: true }, office, new Date());
}
