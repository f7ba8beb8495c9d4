import { grades } from "@/lib/grades";
import { fewest } from "./rules-statistics";
import type { ComparedView, FiguresView } from "./schema-statistics";

/** Marks as a statement sums them up; null where there are none. */
export type SummedRow = {
  n: number;
  average: number | null;
  lowest: number | null;
  highest: number | null;
  quartiles: number[] | null;
};

/** With the standard deviation, and how many are at least as good as each grade but the last, the best first. */
export type FigureRow = SummedRow & { spread: number | null; reached: number[] };

/** What marks come to; below five of them without a distribution. */
export function figuresOf(row: FigureRow): FiguresView | null {
  const { n, average, lowest, highest, quartiles, spread, reached } = row;
  if (average === null || lowest === null || highest === null || spread === null || !quartiles) return null;
  const [lowerQuartile = 0, median = 0, upperQuartile = 0] = quartiles;
  const counts = [...reached, n].map((count, index) => count - (reached[index - 1] ?? 0));
  const bands = grades.map((grade, index) => ({ grade, count: counts[index] ?? 0 })).toReversed();
  return {
    ...{ n, average, median, lowest, highest },
    distribution: n < fewest ? null : { lowerQuartile, upperQuartile, spread, bands },
  };
}

/** The same to compare with others, times `scale`. */
export function comparedOf({ n, average, lowest, highest, quartiles }: SummedRow, scale = 1): ComparedView {
  const [lowerQuartile = 0, median = 0, upperQuartile = 0] = (quartiles ?? []).map((mark) => mark * scale);
  const [low, high] = [(lowest ?? 0) * scale, (highest ?? 0) * scale];
  return {
    ...{ n, average: (average ?? 0) * scale },
    box: n < fewest ? null : { lowest: low, lowerQuartile, median, upperQuartile, highest: high },
  };
}
