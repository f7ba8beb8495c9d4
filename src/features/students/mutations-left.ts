import "server-only";
import { listOpenAddresses } from "@/features/admissions/data";
import { setting } from "@/features/settings/data";
import { type Transaction, transaction } from "@/server/db/client";
import { mailIdsOf } from "@/server/mail/records";
import { eraseRows } from "@/server/privacy/erasure";
import { lockFormerGuardians, removeLinksEndedBefore } from "@/server/roster/guardians";
import { lockStudents } from "@/server/roster/students";
import { listGuardiansOfNobodyElse, listLeft } from "./data-left";

/** Maximum number erased per night; the rest follows the next night. */
const mostANight = 500;

/** Permanently erases students who left longer ago than the configured period. Returns their number. */
export async function eraseFormerStudents(now: Date): Promise<number> {
  const years = await setting("yearsKept");
  return transaction(async (tx) => {
    const students = await lockSame(tx, () => listLeft(years, mostANight, now));
    if (students.length === 0) return 0;
    const [ids, inUse] = [students.map(({ id }) => id), await listOpenAddresses()];
    const people = [...students, ...(await lockSame(tx, () => listGuardiansOfNobodyElse(ids, inUse)))];
    const mails = await mailIdsOf(tx, people);
    await eraseRows(tx, { users: people.map(({ id }) => id), mails });
    return students.length;
  });
}

/** Those of a list who are still on it once they are locked until the transaction ends. */
async function lockSame<Person extends { id: string }>(tx: Transaction, list: () => Promise<Person[]>) {
  const ids = (await list()).map(({ id }) => id);
  // Stronger than the lock of an account: who is being linked to a student is waited for.
  await tx.$queryRaw`select from users where id = any(${ids}::uuid[]) order by id for update`;
  await lockStudents(tx, ids);
  const locked = new Set(ids);
  return (await list()).filter(({ id }) => locked.has(id));
}

/**
 * Deletes links between guardians and students that ended before `time`, and erases guardians who have nothing else here
 * (decision 350). Returns their number.
 */
export async function forgetFormerGuardians(time: Date): Promise<number> {
  return transaction(async (tx) => {
    const asked = { time, take: mostANight, inUse: await listOpenAddresses() };
    const { people, isFull } = await lockFormerGuardians(tx, asked);
    const mails = await mailIdsOf(tx, people);
    // Ended links lead the next night to those who are left.
    const links = isFull ? 0 : await removeLinksEndedBefore(time);
    await eraseRows(tx, { users: people.map(({ id }) => id), mails });
    return links + people.length;
  });
}
