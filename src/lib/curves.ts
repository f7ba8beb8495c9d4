import { dateIn } from "./dates";
import { groupBy } from "./group-by";
import { subjectKey } from "./subject-key";

type Dated = { examDate: string | null; createdAt: Date };

/** The date of a result: that of the exam, otherwise when it was added, in the institute's zone. */
export function dayOf({ examDate, createdAt }: Dated, timeZone: string): string {
  return examDate ?? dateIn(timeZone, createdAt);
}

/** Results by their dates, the oldest first; `results` are newest first, also within a day. */
export function oldestFirst<Result extends Dated>(results: readonly Result[], timeZone: string): Result[] {
  return results.toReversed().sort((one, other) => dayOf(one, timeZone).localeCompare(dayOf(other, timeZone)));
}

type OfSubject = Dated & { subject: string | null; subjectToday: string | null };

/**
 * The results of each subject that has several, oldest first; the subject with the latest result first. `results` are newest
 * first.
 */
export function curvesOf<Result extends OfSubject>(
  results: readonly Result[],
  timeZone: string,
): { subject: string; points: Result[] }[] {
  const bySubject = groupBy(results, ({ subjectToday }) => subjectKey(subjectToday ?? ""));
  bySubject.delete("");
  return [...bySubject.values()]
    .filter((points) => points.length > 1)
    .map((points) => oldestFirst(points, timeZone))
    .map((points) => ({ subject: points.at(-1)?.subject ?? "", points }))
    .toSorted((one, other) => latestOf(other.points).localeCompare(latestOf(one.points)));

  function latestOf(points: readonly Result[]): string {
    const last = points.at(-1);
    return last ? dayOf(last, timeZone) : "";
  }
}
