// Bands are lower limits, compared before rounding (decision 15).
const bands = [
  { from: 90, grade: "A+", label: "Exceptional" },
  { from: 80, grade: "A", label: "Excellent" },
  { from: 70, grade: "B+", label: "Very Good" },
  { from: 60, grade: "B", label: "Good" },
  { from: 50, grade: "C", label: "Average" },
  { from: 40, grade: "D", label: "Below Average" },
] as const;

export type Grade = (typeof bands)[number]["grade"] | "F";

/** The lower limits of the grades in percent, best first; below the last one is an F. */
export const gradeLimits: readonly { from: number; grade: Grade }[] = bands;

/** The grades, the best first. */
export const grades: readonly Grade[] = [...bands.map(({ grade }) => grade), "F"];

// Marks have two decimals at most; whole hundredths compare exactly where divided doubles would not.
const hundredths = (marks: number) => Math.round(marks * 100);

/** A score in percent of `totalMarks`, not rounded. */
export function percentageOf(score: number, totalMarks: number): number {
  return (hundredths(score) * 100) / hundredths(totalMarks);
}

/** An average or a median in percent of `totalMarks`: unlike a score, it has any number of decimals. */
export function percentageOfAverage(average: number, totalMarks: number): number {
  return (average * 100) / totalMarks;
}

/** True if a score is at least `percent` of the total marks. */
export function reaches(percent: number, score: number, totalMarks: number): boolean {
  return hundredths(score) * 100 >= percent * hundredths(totalMarks);
}

/** The grade of a result and its label (spec §4). */
export function gradeFor(score: number, totalMarks: number): { grade: Grade; label: string } {
  const band = bands.find(({ from }) => reaches(from, score, totalMarks));
  return band ? { grade: band.grade, label: band.label } : { grade: "F", label: "Needs Attention" };
}

/**
 * Rounds half up to one decimal. It is cut to 12 digits first, so that a half counts as a half even if its double is just below
 * it (70.05).
 */
export const toTenths = (value: number): number => Math.round(Number((value * 10).toPrecision(12))) / 10;

/** A percentage for people, to one decimal (decisions 15 and 375). */
export function shownPercentage(percentage: number): string {
  return `${toTenths(percentage).toFixed(1)}%`;
}
