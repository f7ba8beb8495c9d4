import { dateIn } from "@/lib/dates";
import type { Actions } from "@/lib/may";
import { copy } from "./messages";
import type { ResultView } from "./schema";

/** Who may do what here. */
export const actions = {
  readOwn: "student",
  readFamily: "family",
  read: "member",
  add: "office",
} as const satisfies Actions;

// Bands are lower limits, compared before rounding (decision 15).
const grades = [
  { from: 90, grade: "A+", label: "Exceptional" },
  { from: 80, grade: "A", label: "Excellent" },
  { from: 70, grade: "B+", label: "Very Good" },
  { from: 60, grade: "B", label: "Good" },
  { from: 50, grade: "C", label: "Average" },
  { from: 40, grade: "D", label: "Below Average" },
] as const;

const remarks = [
  { from: 80, remark: "Excellent" },
  { from: 60, remark: "Good" },
  { from: 40, remark: "Average" },
] as const;

/** From here on a result is celebrated (spec §9). */
const excellentFrom = 70;
/** How long, in milliseconds (spec §9). */
export const celebrationLength = 3000;

export type Grade = (typeof grades)[number]["grade"] | "F";

// Marks have two decimals at most; whole hundredths compare exactly where divided doubles would not.
const hundredths = (marks: number) => Math.round(marks * 100);

/** The share of `totalMarks` that was reached, in percent, not rounded. */
export function percentageOf(score: number, totalMarks: number): number {
  return (hundredths(score) * 100) / hundredths(totalMarks);
}

const reaches = (percent: number, score: number, totalMarks: number) =>
  hundredths(score) * 100 >= percent * hundredths(totalMarks);

/** The grade of a result and its label (spec §4). */
export function gradeFor(score: number, totalMarks: number): { grade: Grade; label: string } {
  const band = grades.find(({ from }) => reaches(from, score, totalMarks));
  return band ? { grade: band.grade, label: band.label } : { grade: "F", label: "Needs Attention" };
}

/** True from 70 percent on (spec §2, §9). */
export function isExcellent(score: number, totalMarks: number): boolean {
  return reaches(excellentFrom, score, totalMarks);
}

/** A percentage for people, to one decimal (decision 15). */
export function shownPercentage(percentage: number): string {
  return `${percentage.toFixed(1)}%`;
}

/**
 * Whether a student may see results or be counted any: the account must be that of the pupil. The mailed link shows it, or
 * the office, which put the account on the roster (decision 46).
 */
export function canSeeResults({ emailConfirmed, vouched }: Shown): boolean {
  return emailConfirmed || vouched;
}

type Shown = { emailConfirmed: boolean; vouched: boolean };

/** What a result is of, in a few words: its subject and exam, or else its class. */
export function nameOf({ subject, examName, className }: Pick<ResultView, "subject" | "examName" | "className">) {
  return [subject, examName].filter(Boolean).join(", ") || copy.oneResult(className);
}

type Dated = Pick<ResultView, "examDate" | "createdAt">;

/** The calendar date a result belongs to: that of the exam, or else the one it was written on, in the institute's zone. */
export function dayOf({ examDate, createdAt }: Dated, timeZone: string): string {
  return examDate ?? dateIn(timeZone, createdAt);
}

/** The latest `most` results, the oldest first; `results` come newest first. */
export function wayOf<Result extends Dated>(results: Result[], most: number, timeZone: string): Result[] {
  const day = (result: Result) => dayOf(result, timeZone);
  return results
    .toReversed()
    .sort((one, other) => day(one).localeCompare(day(other)))
    .slice(-most);
}

/** The administrator's remark while a result is typed (spec §5). */
export function remarkFor(score: number, totalMarks: number): string {
  return remarks.find(({ from }) => reaches(from, score, totalMarks))?.remark ?? "Needs Improvement";
}
