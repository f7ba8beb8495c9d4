import { type Grade, gradeFor, grades } from "@/lib/grades";

/** The statistics of an exam's marks. */
export type Statistics = {
  n: number;
  average: number;
  median: number;
  lowest: number;
  highest: number;
  /** Null for fewer than five students, because it would reveal individual marks. */
  distribution: {
    lowerQuartile: number;
    upperQuartile: number;
    /** The standard deviation. */
    spread: number;
    /** Lowest grade first. */
    bands: { grade: Grade; count: number }[];
  } | null;
};

/** Minimum number of students for a distribution that reveals nobody's mark. */
export const fewest = 5;

/** A quantile of the sorted values, with linear interpolation. */
function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const [low = 0, high = 0] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
}

/** The statistics of marks with one total; null for none. */
export function statisticsOf(marks: readonly number[], totalMarks: number): Statistics | null {
  const sorted = marks.toSorted((one, other) => one - other);
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  if (lowest === undefined || highest === undefined) return null;
  const n = sorted.length;
  const average = sorted.reduce((sum, mark) => sum + mark, 0) / n;
  return {
    n,
    average,
    median: quantile(sorted, 0.5),
    lowest,
    highest,
    distribution: n < fewest ? null : distributionOf(sorted, average, totalMarks),
  };
}

function distributionOf(sorted: readonly number[], average: number, totalMarks: number) {
  const counts = new Map<Grade, number>();
  for (const mark of sorted) {
    const { grade } = gradeFor(mark, totalMarks);
    counts.set(grade, (counts.get(grade) ?? 0) + 1);
  }
  const variance = sorted.reduce((sum, mark) => sum + (mark - average) ** 2, 0) / sorted.length;
  return {
    lowerQuartile: quantile(sorted, 0.25),
    upperQuartile: quantile(sorted, 0.75),
    spread: Math.sqrt(variance),
    bands: grades.toReversed().map((grade) => ({ grade, count: counts.get(grade) ?? 0 })),
  };
}
