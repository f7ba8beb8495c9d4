import "server-only";
import { countExamsBySubject } from "@/features/exams/data";
import { countMaterialsBySubject } from "@/features/materials/data";
import { countResultsBySubject } from "@/features/results/data";
import { countTestsBySubject } from "@/features/schedules/data";
import { subjectKey } from "@/lib/subject-key";
import { listSubjects } from "./data";
import type { SubjectView } from "./schema";

type Counts = { subject: string | null; count: number }[];

/** All subjects with their usage, under the name and other spellings. */
export async function listSubjectsWithUsage(): Promise<SubjectView[]> {
  const [subjects, ...counts] = await Promise.all([
    listSubjects(),
    countMaterialsBySubject(),
    countExamsBySubject(),
    countResultsBySubject(),
    countTestsBySubject(),
  ]);
  const [materials, exams, results, tests] = counts.map(byKey);
  return subjects.map(({ id, name, key, spellings, retiredAt }) => {
    const keys = [key, ...spellings.map((spelling) => spelling.key)];
    const sum = (of: Map<string, number> | undefined) => keys.reduce((all, one) => all + (of?.get(one) ?? 0), 0);
    const used = { materials: sum(materials), exams: sum(exams), results: sum(results), tests: sum(tests) };
    return { _id: id, name, spellings: keys.slice(1), isRetired: retiredAt !== null, used };
  });
}

function byKey(counts: Counts): Map<string, number> {
  const found = new Map<string, number>();
  for (const { subject, count } of counts) {
    const key = subjectKey(subject ?? "");
    found.set(key, (found.get(key) ?? 0) + count);
  }
  return found;
}
