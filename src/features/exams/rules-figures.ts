import { grades } from "@/lib/grades";
import { fewest } from "./rules-statistics";
import type { ComparedView, FiguresView } from "./schema-statistics";

/** Aggregated marks; null for none. */
export type SummedRow = {
  n: number;
  average: number | null;
  lowest: number | null;
  highest: number | null;
  quartiles: number[] | null;
};

/** With the standard deviation, and the number of marks that reach each grade but the lowest, highest first. */
export type FigureRow = SummedRow & { spread: number | null; reached: number[] };

/** The statistics of marks; without distribution for fewer than five. */
export function figuresOf(row: FigureRow): FiguresView | null {
  const { n, average, lowest, highest, quartiles, spread, reached } = row;
  if (average === null || lowest === null || highest === null || spread === null || !quartiles) return null;
  const [lowerQuartile = 0, median = 0, upperQuartile = 0] = quartiles;
  const counts = [...reached, n].map((count, index) => count - (reached[index - 1] ?? 0));
  const bands = grades.map((grade, index) => ({ grade, count: counts[index] ?? 0 })).toReversed();
  return {
    n,
    average,
    median,
    lowest,
    highest,
    distribution: n < fewest ? null : { lowerQuartile, upperQuartile, spread, bands },
  };
}

/** Comparable statistics, multiplied by `scale`. */
export function comparedOf({ n, average, lowest, highest, quartiles }: SummedRow, scale = 1): ComparedView {
  const [lowerQuartile = 0, median = 0, upperQuartile = 0] = (quartiles ?? []).map((mark) => mark * scale);
  const [low, high] = [(lowest ?? 0) * scale, (highest ?? 0) * scale];
  return {
    n,
    average: (average ?? 0) * scale,
    box: n < fewest ? null : { lowest: low, lowerQuartile, median, upperQuartile, highest: high },
  };
}
