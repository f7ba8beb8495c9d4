import "server-only";
import { AppError } from "@/lib/errors";
import { lockPeople } from "@/server/auth/users";
import { sql, type Transaction } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { lockStudents } from "@/server/roster/students";
import { findAddresses } from "./data-roster";
import { say } from "./messages";
import type { Written } from "./mutations-apply";
import { identityFields } from "./rules-plan";

/**
 * Locks the people whose accounts an import changes, as its check has recorded, and then its students.
 * Other logins do not wait.
 */
export async function lockPeopleOf(tx: Transaction, batchId: string): Promise<void> {
  const students = Prisma.sql`select subject_id as id, before from batch_rows
    where batch_id = ${batchId}::uuid and subject_id is not null`;
  const changing = await sql<{ id: string }>(Prisma.sql`
    with s as (${students})
    select id from s where before -> 'created' = 'true' or before -> 'was' ?| ${[...identityFields]}
    union select (g ->> 'id')::uuid from s cross join lateral jsonb_array_elements(before -> 'guardians') g`);
  await lockPeople(tx, idsOf(changing));
  await lockStudents(tx, idsOf(await sql<{ id: string }>(students)));
}

/** Locks the people whom an import has added, before it is undone; waits for concurrent writes. */
export async function lockAdded(tx: Transaction, batchId: string): Promise<void> {
  await tx.$queryRaw`
    select from users where id in (
      select subject_id from batch_rows where batch_id = ${batchId}::uuid and before -> 'created' = 'true')
    order by id for update`;
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** Locks the known guardians who change. @throws AppError if one was changed since the roster was read */
export async function lockGuardians(tx: Transaction, written: readonly Written[]): Promise<void> {
  const changing = written.flatMap(({ guardians }) => guardians.filter(({ isNew }) => !isNew));
  const seen = new Map(changing.map(({ id, before }) => [id, before]));
  const ids = [...seen.keys()];
  await lockPeople(tx, ids);
  const people = await tx.user.findMany({ where: { id: { in: ids } }, select: { id: true, phone: true, email: true } });
  const same = people.filter(({ id, phone, email }) => seen.get(id)?.phone === phone && seen.get(id)?.email === email);
  if (same.length < ids.length) throw new AppError("CONFLICT", say("rosterChanged"));
}

/** The accounts to attach to students, locked until the transaction ends. @throws AppError if one cannot be attached any more */
export async function accountsOf(tx: Transaction, written: readonly Written[]) {
  const wanted = written.flatMap(({ studentId, planned: { attach, after } }) =>
    attach ? [{ to: studentId, admissionNo: after.admissionNo, seen: attach }] : [],
  );
  const ids = wanted.map(({ seen }) => seen.id);
  await tx.$queryRaw`select from users where id = any(${ids}::uuid[]) order by id for update`;
  const accounts = new Map((await tx.user.findMany({ where: { id: { in: ids } } })).map((one) => [one.id, one]));
  const holders = await findAddresses(
    wanted.flatMap(({ seen }) => seen.email ?? []),
    wanted.map(({ to }) => to),
  );
  return wanted.map(({ to, admissionNo, seen: { id, email } }) => {
    const [account, holder] = [accounts.get(id), holders.get(email ?? "")];
    const clashes = holder?.id === id && holder.kind === "account" ? holder.clashes : null;
    if (!account || !clashes || clashes.some(({ studentId }) => studentId === to))
      throw new AppError("CONFLICT", say("rosterChanged"));
    return { to, admissionNo, account };
  });
}
