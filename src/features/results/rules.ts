import { dayOf, oldestFirst } from "@/lib/curves";
import { emailDelay } from "@/lib/email-delay";
import { reaches } from "@/lib/grades";
import type { Actions } from "@/lib/may";
import { subjectKey } from "@/lib/subject-key";
import { copy } from "./messages";
import { corrections } from "./messages-corrections";
import type { ComparedResultView, CorrectionView, ResultView } from "./schema";

export const actions = {
  readOwn: "student",
  readFamily: "family",
  read: "member",
  add: "office",
  correct: "office",
} as const satisfies Actions;

const remarks = [
  { from: 80, remark: "Excellent" },
  { from: 60, remark: "Good" },
  { from: 40, remark: "Average" },
] as const;

/** Minimum percentage for the celebration (spec §9). */
const excellentFrom = 70;
/** Duration in milliseconds (spec §9). */
export const celebrationLength = 3000;

/** True from 70 percent on (spec §2, §9). */
export function isExcellent(score: number, totalMarks: number): boolean {
  return reaches(excellentFrom, score, totalMarks);
}

/**
 * Whether a student may see and count results: the account must be verified as the student's, by the emailed link or by the
 * office (decision 46).
 */
export function canSeeResults({ emailConfirmed, vouched }: Shown): boolean {
  return emailConfirmed || vouched;
}

type Shown = { emailConfirmed: boolean; vouched: boolean };

/** What a correction changed, in words. @param day formats a date */
export function correctionInWords({ before, after }: CorrectionView, day: string): string {
  const gpa = (value: number | null) => (value === null ? corrections.noGpa : String(value));
  const marks = before.score !== after.score;
  return [
    marks && corrections.corrected(day, String(before.score), String(after.score)),
    before.gpa !== after.gpa && corrections.gpaChanged(gpa(before.gpa), gpa(after.gpa), marks ? null : day),
  ]
    .filter(Boolean)
    .join(" ");
}

/** A short label of a result: its subject and exam, otherwise its class. */
export function nameOf({ subject, examName, className }: Pick<ResultView, "subject" | "examName" | "className">) {
  return [subject, examName].filter(Boolean).join(", ") || copy.oneResult(className);
}

type Version = { examId: string | null; createdAt: Date; correctedAt: Date | null };

/** Until when a version can be taken back; null for one of an exam, which is taken back with its release. */
export function takeBackUntil({ examId, createdAt, correctedAt }: Version): Date | null {
  const since = correctedAt ?? (examId === null ? createdAt : null);
  return since && new Date(since.getTime() + emailDelay);
}

type Dated = Pick<ResultView, "examDate" | "createdAt">;

/** The latest `most` results, oldest first; `results` are newest first. */
export function wayOf<Result extends Dated>(results: Result[], most: number, timeZone: string): Result[] {
  return oldestFirst(results, timeZone).slice(-most);
}

/** The result of the same subject that came before `result`, by the day of the exam. */
export function latestBefore<Result extends Dated & Pick<ComparedResultView, "subjectToday">>(
  result: Result,
  others: Result[],
  timeZone: string,
): Result | undefined {
  const keyOf = ({ subjectToday }: Pick<ComparedResultView, "subjectToday">) => subjectKey(subjectToday ?? "");
  const key = keyOf(result);
  const same = others.filter((other) => key && keyOf(other) === key);
  return wayOf(same, same.length, timeZone).findLast((other) => dayOf(other, timeZone) < dayOf(result, timeZone));
}

/** The remark shown while a result is typed (spec §5). */
export function remarkFor(score: number, totalMarks: number): string {
  return remarks.find(({ from }) => reaches(from, score, totalMarks))?.remark ?? "Needs Improvement";
}
