import { subjectKey } from "./subject-key";

type Dated = { _id: string; subject: string | null; examDate: string | null; createdAt: Date; percentage: number };

/** The results of each subject that has several, oldest first; the subject with the latest result first. */
export function curvesOf<Result extends Dated>(results: readonly Result[]): { subject: string; points: Result[] }[] {
  const bySubject = new Map<string, Result[]>();
  for (const result of results) {
    const key = subjectKey(result.subject ?? "");
    if (key) bySubject.set(key, [...(bySubject.get(key) ?? []), result]);
  }
  const dayOf = ({ examDate, createdAt }: Dated) => examDate ?? createdAt.toISOString().slice(0, 10);
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
