import { dateIn } from "./dates";
import { subjectKey } from "./subject-key";

type Dated = { _id: string; subject: string | null; examDate: string | null; createdAt: Date; percentage: number };

/**
 * The results of each subject that has several, oldest first; the subject with the latest result first. Without a date, the day
 * of entry in the institute's zone counts.
 */
export function curvesOf<Result extends Dated>(
  results: readonly Result[],
  timeZone: string,
): { subject: string; points: Result[] }[] {
  const bySubject = new Map<string, Result[]>();
  for (const result of results) {
    const key = subjectKey(result.subject ?? "");
    if (key) bySubject.set(key, [...(bySubject.get(key) ?? []), result]);
  }
  const dayOf = ({ examDate, createdAt }: Dated) => examDate ?? dateIn(timeZone, createdAt);
  return [...bySubject.values()]
    .filter((points) => points.length > 1)
    .map((points) => points.toSorted((one, other) => dayOf(one).localeCompare(dayOf(other))))
    .map((points) => ({ subject: points.at(-1)?.subject ?? "", points }))
    .toSorted((one, other) => latestOf(other.points).localeCompare(latestOf(one.points)));

  function latestOf(points: readonly Result[]): string {
    const last = points.at(-1);
    return last ? dayOf(last) : "";
  }
}
