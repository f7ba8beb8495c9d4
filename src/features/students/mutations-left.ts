import "server-only";
import { listOpenAddresses } from "@/features/admissions/data";
import { setting } from "@/features/settings/data";
import { transaction } from "@/server/db/client";
import { mailIdsOf } from "@/server/mail/records";
import { eraseRows } from "@/server/privacy/erasure";
import { listFamilyOf, listFormerGuardians, removeLinksEndedBefore } from "@/server/roster/guardians";
import { lockSame } from "@/server/roster/students";
import { listGuardiansOfNobodyElse, listLeft } from "./data-left";

/** Maximum number of people erased in one transaction, with all data about them. */
const mostAtOnce = 50;

/** Transactions per night; the rest follows the next night. */
export const roundsANight = 10;

/**
 * Permanently erases students who left longer ago than the configured period, except those of the `failures` rounds
 * that failed. Returns their number.
 */
export async function eraseFormerStudents(now: Date, failures: number): Promise<number> {
  const years = await setting("yearsKept");
  return transaction(async (tx) => {
    const { people: students } = await lockSame(tx, () => listLeft(years, mostAtOnce, now, failures * mostAtOnce));
    if (students.length === 0) return 0;
    const [ids, inUse] = [students.map(({ id }) => id), await listOpenAddresses()];
    const { people: guardians } = await lockSame(tx, () => listGuardiansOfNobodyElse(ids, inUse));
    const people = [...students, ...guardians];
    const mails = await mailIdsOf(tx, people);
    await eraseRows(tx, { users: people.map(({ id }) => id), mails });
    return students.length;
  });
}

/**
 * Deletes links between guardians and students that ended before `time`, and erases guardians who have nothing else here
 * (decision 350), except those of the rounds that failed. Returns their number.
 */
export async function forgetFormerGuardians(time: Date, failures: number): Promise<number> {
  return transaction(async (tx) => {
    const inUse = await listOpenAddresses();
    const { people, listed } = await lockSame(tx, () =>
      listFormerGuardians(time, mostAtOnce, inUse, failures * mostAtOnce),
    );
    const [mails, users] = [await mailIdsOf(tx, people), people.map(({ id }) => id)];
    const family = await listFamilyOf(tx, users);
    // Keep the ended links until all their guardians are erased: the next rounds find the remaining ones by them.
    const links = listed === mostAtOnce || failures > 0 ? 0 : await removeLinksEndedBefore(tx, time);
    await eraseRows(tx, { users, mails }, family);
    return links + people.length;
  });
}
