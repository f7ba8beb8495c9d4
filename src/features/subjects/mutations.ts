import "server-only";
import { AppError, fieldError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { subjectKey } from "@/lib/subject-key";
import { record } from "@/server/audit/audit";
import { moveGrants } from "@/server/auth/staff";
import { type Transaction, transaction } from "@/server/db/client";
import { takeLock } from "@/server/db/locks";
import { listSubjects } from "./data";
import { say } from "./messages";
import { mergedSpellings, mostSubjects } from "./rules";
import { type ChangedSubject, mostSpellings, type SubjectChanges, type SubjectInput } from "./schema";

type Subjects = Awaited<ReturnType<typeof listSubjects>>;

// Allows one change at a time, because the uniqueness of spellings concerns all rows.
async function lockSubjects(tx: Transaction): Promise<Subjects> {
  await takeLock(tx, "subjects");
  return listSubjects();
}

const spells = (subject: Subjects[number], key: string) => subject.spellings.some((spelling) => spelling.key === key);

/** Rejects a name or spelling that belongs to another subject. @throws AppError CONFLICT */
function requireFree(others: Subjects, { name, spellings }: SubjectInput): void {
  const key = subjectKey(name);
  const same = others.find((other) => other.key === key);
  if (same) throw fieldError("name", say("isOnList", same.name), "CONFLICT");
  const meant = others.find((other) => spells(other, key));
  if (meant) throw fieldError("name", say("standsFor", name, meant.name), "CONFLICT");
  for (const spelling of spellings) {
    const owner = others.find((other) => spells(other, spelling));
    if (owner) throw fieldError("spellings", say("standsFor", spelling, owner.name), "CONFLICT");
  }
}

/** Sets the spellings of a subject. A subject named by one of them is merged into it, with its spellings and grants. */
async function spell(tx: Transaction, id: string, keys: string[], others: Subjects) {
  const joined = others.filter(({ key }) => keys.includes(key));
  const ids = joined.map((one) => one.id);
  if (ids.length > 0) await moveGrants(tx, ids, id);
  await tx.subject.deleteMany({ where: { id: { in: ids } } });
  const all = new Set([...keys, ...joined.flatMap(({ spellings }) => spellings.map(({ key }) => key))]);
  const spellings = [...all].sort();
  // A trigger updates exams when spellings are added or removed, so the other spellings must stay in place.
  await tx.subjectSpelling.deleteMany({ where: { subjectId: id, key: { notIn: spellings } } });
  await tx.subjectSpelling.createMany({ data: spellings.map((key) => ({ key, subjectId: id })), skipDuplicates: true });
  return { spellings, joined: joined.map(({ name }) => name) };
}

/** Adds a subject. @throws AppError CONFLICT with the subject that has its name or a spelling */
export async function addSubject(input: SubjectInput, by: Principal): Promise<ChangedSubject> {
  return transaction(async (tx) => {
    const others = await lockSubjects(tx);
    if (others.length >= mostSubjects) throw new AppError("CONFLICT", say("full"));
    requireFree(others, input);
    const key = subjectKey(input.name);
    const { id, name } = await tx.subject.create({ data: { name: input.name, key } });
    const { spellings, joined } = await spell(tx, id, without(input.spellings, key), others);
    await record(tx, { action: "subject-added", by, detail: detailOf(name, joined) });
    return { _id: id, name, spellings, isRetired: false };
  });
}

/** Edits a subject; missing fields stay unchanged, and equal values change nothing. @throws AppError NOT_FOUND, CONFLICT */
export async function editSubject(id: string, changes: SubjectChanges, by: Principal): Promise<ChangedSubject> {
  return transaction(async (tx) => {
    const { name, spellings, retired } = changes;
    const isWritten = name !== undefined || spellings !== undefined;
    const written = isWritten ? await rewrite(tx, id, changes, by) : undefined;
    return retired === undefined && written ? written : retireSubject(id, retired, by);
  });
}

/** The former name becomes a spelling, so that older rows are still matched; it can be removed later. */
async function rewrite(tx: Transaction, id: string, changes: SubjectChanges, by: Principal): Promise<ChangedSubject> {
  const subjects = await lockSubjects(tx);
  const before = subjects.find((subject) => subject.id === id);
  if (!before) throw new AppError("NOT_FOUND", say("notFound"));
  const others = subjects.filter((subject) => subject !== before);
  const added = changes.spellings?.filter((key) => !spells(before, key)) ?? [];
  if (added.length > mostSpellings) throw fieldError("spellings", say("tooManySpellings"));
  const spellings = changes.spellings && mergedSpellings(keysOf(before), changes.spellings, changes.spellingsWere);
  const input = { name: changes.name ?? before.name, spellings: spellings ?? keysOf(before) };
  requireFree(others, input);
  const key = subjectKey(input.name);
  const keys = without([...input.spellings, before.key], key);
  const isRetired = before.retiredAt !== null;
  const isSame = keys.length === before.spellings.length && keys.every((one) => spells(before, one));
  if (isSame && input.name === before.name) return { _id: id, name: before.name, spellings: keysOf(before), isRetired };
  await tx.subjectSpelling.deleteMany({ where: { key, subjectId: id } });
  const { name } = await tx.subject.update({ where: { id }, data: { name: input.name, key } });
  const written = await spell(tx, id, keys, others);
  const detail = { ...detailOf(name, written.joined), before: before.name };
  await record(tx, { action: "subject-changed", by, detail });
  return { _id: id, name, spellings: written.spellings, isRetired };
}

/** Retires a subject, or restores it; old rows keep it. @throws AppError NOT_FOUND */
export async function retireSubject(id: string, retired: boolean | undefined, by: Principal): Promise<ChangedSubject> {
  return transaction(async (tx) => {
    const before = (await lockSubjects(tx)).find((subject) => subject.id === id);
    if (!before) throw new AppError("NOT_FOUND", say("notFound"));
    const { name } = before;
    const isRetired = before.retiredAt !== null;
    const after = { _id: id, name, spellings: keysOf(before), isRetired: retired ?? isRetired };
    if (after.isRetired === isRetired) return after;
    await tx.subject.update({ where: { id }, data: { retiredAt: retired ? new Date() : null } });
    await record(tx, { action: retired ? "subject-retired" : "subject-restored", by, detail: { subject: name } });
    return after;
  });
}

const keysOf = ({ spellings }: Subjects[number]) => spellings.map(({ key }) => key);
const without = (keys: string[], key: string) => [...new Set(keys)].filter((one) => one !== key);

function detailOf(subject: string, joined: string[]) {
  return { subject, ...(joined.length > 0 && { joined: joined.join(", ") }) };
}
