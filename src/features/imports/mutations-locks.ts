import "server-only";
import { AppError } from "@/lib/errors";
import { lockPeople } from "@/server/auth/users";
import type { Transaction } from "@/server/db/client";
import { say } from "./messages";
import type { Written } from "./mutations-apply";

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

/** The accounts to attach to students, locked until the transaction ends. */
export async function accountsOf(tx: Transaction, written: readonly Written[]) {
  const wanted = new Map(written.flatMap((one) => (one.planned.attach ? [[one.planned.attach.id, one]] : [])));
  const ids = [...wanted.keys()];
  await tx.$queryRaw`select from users where id = any(${ids}::uuid[]) order by id for update`;
  const accounts = await tx.user.findMany({ where: { id: { in: ids } } });
  return accounts.flatMap((account) => {
    const one = wanted.get(account.id);
    return one ? [{ to: one.studentId, admissionNo: one.planned.after.admissionNo, account }] : [];
  });
}
