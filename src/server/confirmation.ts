import "server-only";
import { randomUUID } from "node:crypto";
import type { Principal } from "@/lib/principal";
import { type Transaction, transaction } from "./db";
import { isMailConfigured, orderMail } from "./mail";
import { logUnforeseen } from "./trpc";

type Person = Pick<Principal, "userId" | "email">;

/**
 * Orders the letter that confirms an address for a person whose address is not confirmed, unless one is to leave or has
 * brought a link that is still good: mail may have been switched on after the person signed up.
 */
export async function orderMissedConfirmation(tx: Transaction, { userId, email }: Person): Promise<void> {
  if (email === null || !isMailConfigured()) return;
  // Whoever opens several pages at once gets one letter.
  const [missed] = await tx.$queryRaw<object[]>`
    select from users where id = ${userId}::uuid and email_confirmed_at is null for no key update`;
  if (!missed) return;
  const kind = "confirmEmail";
  const [toLeave, good] = [
    await tx.mail.count({ where: { userId, kind, state: "waiting" } }),
    await tx.accountToken.count({ where: { userId, purpose: "confirm", usedAt: null, expiresAt: { gt: new Date() } } }),
  ];
  if (toLeave + good > 0) return;
  await orderMail(tx, { kind, event: `${kind}:${randomUUID()}`, recipient: email, rank: 0, userId, about: {} });
}

/** The same beside a read, which goes on where nothing can be written. */
export async function noteMissedConfirmation(person: Person): Promise<void> {
  if (!isMailConfigured()) return;
  await transaction((tx) => orderMissedConfirmation(tx, person)).catch((error: unknown) =>
    logUnforeseen(error, "confirmation"),
  );
}
