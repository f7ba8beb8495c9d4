import "server-only";
import { dateHere } from "@/content/institute";
import { begunYearAt, listYears } from "@/features/years/data";
import { AppError, type Issue } from "@/lib/errors";
import { lockPeople } from "@/server/auth/users";
import type { Transaction } from "@/server/db/client";
import { type Candidate, findCandidates, joinRoster } from "@/server/roster/joining";
import { say } from "./messages-refusals";
import type { ResultInput } from "./schema";

/**
 * The student of each result, locked: the person of the address, or the one selected by the caller if the address is a
 * guardian's; undefined if there is none.
 */
export async function findPeople(tx: Transaction, results: ResultInput[]): Promise<(Candidate | undefined)[]> {
  const emails = results.map(({ studentEmail }) => studentEmail);
  const find = () =>
    findCandidates(
      tx,
      emails,
      results.flatMap(({ studentId }) => studentId ?? []),
    );
  await lockPeople(
    tx,
    (await find()).map(({ id }) => id),
  );
  // Again, because an account may have been attached to an entry, erased or given work here in the meantime.
  const found = await find();
  // A guardian who is not a student cannot have results (decision 44), and does not become a student when the link ends.
  const possible = found.filter(({ isStudent, isOrWasGuardian }) => isStudent || !isOrWasGuardian);
  const [byEmail, byId] = [
    new Map(possible.map((one) => [one.email, one])),
    new Map(possible.map((one) => [one.id, one])),
  ];

  return results.map(({ studentEmail, studentId }) => {
    if (studentId === undefined) return byEmail.get(studentEmail);
    const person = byId.get(studentId);
    return person && [person.email, ...person.guardianEmails].includes(studentEmail) ? person : undefined;
  });
}

/** The refusals of results without a person: nobody is registered, or another person is behind the address. */
export function faultsOfPeople(results: ResultInput[], people: (Candidate | undefined)[]): AppError[] {
  const fault = (isChosen: boolean, code: "NOT_FOUND" | "CONFLICT", key: "notRegistered" | "personChanged") => {
    const message = say(key);
    const issues = results.flatMap(({ studentId }, index): Issue[] =>
      people[index] || (studentId !== undefined) !== isChosen
        ? []
        : [{ path: ["results", index, "studentEmail"], message }],
    );
    return issues.length > 0 ? [new AppError(code, message, issues)] : [];
  };
  return [...fault(false, "NOT_FOUND", "notRegistered"), ...fault(true, "CONFLICT", "personChanged")];
}

/**
 * Adds people who are not on the roster, in the class of their first result (decision 44). Returns the class of each by id; null
 * before a school year has begun.
 */
export async function putOnRoster(
  tx: Transaction,
  rows: { student: Candidate; className: number }[],
  now: Date,
): Promise<Map<string, string | null>> {
  const joining = new Map<string, number>();
  for (const { student, className } of rows) {
    if (!student.isStudent && !joining.has(student.id)) joining.set(student.id, className);
  }
  if (joining.size === 0) return new Map();
  const year = begunYearAt(await listYears(), now);
  const people = [...joining].map(([id, className]) => ({ id, className }));
  const joined = await joinRoster(tx, people, year && { id: year._id, fromDay: new Date(dateHere(now)) });
  return new Map(joined.map((id) => [id, year && String(joining.get(id))]));
}
