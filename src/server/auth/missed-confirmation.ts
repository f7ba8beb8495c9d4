import "server-only";
import type { Principal } from "@/lib/principal";
import { enqueueAccountEmail } from "@/server/auth/users";
import { type Transaction, transaction } from "@/server/db/client";
import { isMailConfigured } from "@/server/mail/outbox";
import { logUnexpected } from "@/server/trpc/trpc";

type Person = Pick<Principal, "userId" | "email">;

/**
 * Enqueues a confirmation email for an unconfirmed address, unless one is waiting or its link is still valid: a mail
 * server may have been configured after the signup.
 */
export async function enqueueMissedConfirmation(tx: Transaction, { userId, email }: Person): Promise<void> {
  if (email === null || !isMailConfigured()) return;
  // Concurrent requests must enqueue only one email.
  const [missed] = await tx.$queryRaw<object[]>`
    select from users where id = ${userId}::uuid and email_confirmed_at is null for no key update`;
  if (!missed) return;
  const kind = "confirmEmail";
  const [toLeave, good] = [
    await tx.mail.count({ where: { userId, kind, state: "waiting" } }),
    await tx.accountToken.count({ where: { userId, purpose: "confirm", usedAt: null, expiresAt: { gt: new Date() } } }),
  ];
  if (toLeave + good === 0) await enqueueAccountEmail(tx, kind, { userId, email });
}

/** As {@link enqueueMissedConfirmation}, for reads: ignores a database that is read-only. */
export async function noteMissedConfirmation(person: Person): Promise<void> {
  if (!isMailConfigured()) return;
  await transaction((tx) => enqueueMissedConfirmation(tx, person)).catch((error: unknown) =>
    logUnexpected(error, "confirmation"),
  );
}
