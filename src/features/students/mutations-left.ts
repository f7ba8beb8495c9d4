import "server-only";
import { listOpenAddresses } from "@/features/admissions/data";
import { setting } from "@/features/settings/data";
import { transaction } from "@/server/db/client";
import { mailIdsOf } from "@/server/mail/records";
import { eraseRows } from "@/server/privacy/erasure";
import { lockFormerGuardians, removeLinksEndedBefore } from "@/server/roster/guardians";
import { listGuardiansOfNobodyElse, listLeft } from "./data-left";

/** Maximum number erased per night; the rest follows the next night. */
const mostANight = 500;

/** Permanently erases students who left longer ago than the configured period. Returns their number. */
export async function eraseFormerStudents(now: Date): Promise<number> {
  const years = await setting("yearsKept");
  return transaction(async (tx) => {
    const students = await listLeft(years, mostANight, now);
    if (students.length === 0) return 0;
    const people = [...students, ...(await listGuardiansOfNobodyElse(students.map(({ id }) => id)))];
    const mails = await mailIdsOf(tx, people);
    await eraseRows(tx, { users: people.map(({ id }) => id), mails });
    return students.length;
  });
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
