import "server-only";
import { resolveSubjects } from "@/features/subjects/data";
import { AppError, type Issue } from "@/lib/errors";
import { lockPeople } from "@/server/auth/users";
import type { Transaction } from "@/server/db/client";
import type { Candidate } from "@/server/roster/joining";
import { findAlike, sameness } from "./data-twice";
import { say } from "./messages-refusals";
import type { ResultInput } from "./schema";

/** The refusal of results that duplicate stored ones or others in the list, with the id of the first stored one. */
export async function faultsOfTwice(
  tx: Transaction,
  results: ResultInput[],
  people: (Candidate | undefined)[],
): Promise<AppError[]> {
  const named = results.flatMap(({ examName, subject, examDate }, index) => {
    const student = people[index];
    return student && examName && subject && examDate ? [{ row: { student, examName, subject, examDate }, index }] : [];
  });
  if (named.length === 0) return [];
  // If two equal results are added at the same time, the second one sees the first.
  await lockPeople(tx, [...new Set(named.map(({ row }) => row.student.id))]);
  const stored = await findAlike(
    tx,
    named.map(({ row }) => row),
  );
  const nameOf = await resolveSubjects([...stored, ...named.map(({ row }) => row)].map(({ subject }) => subject));
  const before = new Map(stored.toReversed().map((row) => [sameness(row, nameOf), row.id]));
  const earlier = new Set<string | null>();
  const issues: (Issue & { existingId: string | undefined })[] = [];
  for (const { row, index } of named) {
    const same = sameness(row, nameOf);
    const existingId = before.get(same);
    if (existingId !== undefined || earlier.has(same)) {
      const message = say(existingId === undefined ? "addedTwice" : "addedBefore", row.student.name);
      issues.push({ path: ["results", index, "examName"], message, existingId });
    }
    earlier.add(same);
  }
  const [first] = issues;
  if (!first) return [];
  const told = issues.map(({ path, message }) => ({ path, message }));
  const existingId = issues.find((issue) => issue.existingId)?.existingId;
  return [new AppError("CONFLICT", first.message, told, {}, existingId)];
}
