import "server-only";
import { revokeCodesOf } from "@/server/access-codes/use";
import { nameInBatches } from "@/server/batches/batches";
import type { Transaction } from "@/server/db/client";
import { noteEnded } from "@/server/privacy/ended";
import { notifyFormerAddress, notifyOfAddress } from "./addresses";
import { bringMail } from "./bring-mail";
import { withdrawEarlier } from "./consents";
import type { GuardianRow } from "./guardian-people";
import { keepName } from "./names";

type Joined = { kept: GuardianRow; gone: GuardianRow; by: string; now: Date; reason: string };

/**
 * Merges two guardians: links, consents, read marks, emails and history move, and the other entry is deleted with its login.
 * If both are linked to one child, the link of the kept entry stays. Call it last in the transaction.
 */
export async function joinGuardians(tx: Transaction, { kept, gone, by, now, reason }: Joined): Promise<void> {
  const [to, from] = [kept.id, gone.id];
  // Clear the address first: two people must not have the same one, not even for a moment.
  await tx.user.update({
    where: { id: from },
    data: { email: null, emailConfirmedAt: null, username: null, passwordHash: null },
  });
  const takesAddress = kept.email === null && gone.email !== null;
  const isKnown = kept.passwordHash !== null && kept.vouchedAt === null && kept.emailConfirmedAt === null;
  await tx.user.update({
    where: { id: to },
    data: {
      phone: kept.phone ?? gone.phone,
      ...(takesAddress && { email: gone.email, emailConfirmedAt: gone.emailConfirmedAt }),
      // The office has verified the person's identity.
      ...(isKnown && { vouchedAt: now, vouchedById: by }),
    },
  });
  if (!takesAddress) await notifyFormerAddress(tx, gone, to);
  if (takesAddress && gone.emailConfirmedAt === null) await notifyOfAddress(tx, kept, gone.email);
  const ended = await tx.$queryRaw<{ id: string }[]>`
    update guardianships set ended_at = ${now}, ended_by_id = ${by}::uuid, end_reason = ${reason}
    where guardian_id = ${from}::uuid and ended_at is null and student_id in (
      select student_id from guardianships where guardian_id = ${to}::uuid and ended_at is null) returning id`;
  await tx.guardianship.updateMany({ where: { guardianId: from }, data: { guardianId: to } });
  await tx.guardianship.updateMany({ where: { endedById: from }, data: { endedById: to } });
  const withdrawn = await withdrawEarlier(tx, "guardian", [{ to, from }]);
  await tx.consent.updateMany({ where: { guardianId: from }, data: { guardianId: to } });
  await tx.$executeRaw`
    insert into result_reads (result_id, reader_id, read_at)
    select result_id, ${to}::uuid, read_at from result_reads where reader_id = ${from}::uuid on conflict do nothing`;
  await bringMail(tx, [{ to, from }], now);
  await tx.formerId.updateMany({ where: { userId: from }, data: { userId: to } });
  await tx.formerId.create({ data: { id: from, userId: to } });
  await tx.personName.updateMany({ where: { userId: from }, data: { userId: to } });
  await keepName(tx, { userId: to, name: gone.name }, kept.name, by);
  await tx.personChange.updateMany({ where: { userId: from }, data: { userId: to } });
  await tx.accessCode.updateMany({ where: { usedById: from }, data: { usedById: to } });
  // A printed code keeps working for the remaining login; one that was emailed to another address does not.
  if (kept.passwordHash === null && gone.passwordHash === null)
    await tx.accessCode.updateMany({
      where: { userId: from, purpose: "join", ...(!takesAddress && { mailedAt: null }) },
      data: { userId: to },
    });
  await nameInBatches(tx, from, to);
  await revokeCodesOf(tx, from, now);
  await tx.user.delete({ where: { id: from } });
  await noteEnded("guardianships", ended);
  await noteEnded("consents", withdrawn);
}
