import "server-only";
import { randomUUID } from "node:crypto";
import { revokeMailedCodes } from "@/server/access-codes/use";
import { dropTokens } from "@/server/auth/account-tokens";
import { enqueueAccountEmail, isMailable } from "@/server/auth/users";
import type { Transaction } from "@/server/db/client";
import type { User } from "@/server/generated/prisma/client";
import { enqueueEmail, isMailConfigured } from "@/server/mail/outbox";

type Proof = Pick<User, "email" | "emailConfirmedAt" | "vouchedAt">;

/** Another address is not confirmed; whoever was known to be the person stays so. */
export function proofAfter({ email, emailConfirmedAt, vouchedAt }: Proof, next: string | null) {
  return email === next ? {} : { emailConfirmedAt: null, vouchedAt: vouchedAt ?? emailConfirmedAt };
}

/** Links that were mailed to the address before open nothing any more; it is told, and the new one is asked to confirm. */
export async function tellOfAddress(tx: Transaction, user: User, email: string | null): Promise<void> {
  const { id: userId } = user;
  await dropTokens(tx, userId, "confirm");
  await dropTokens(tx, userId, "reset");
  await revokeMailedCodes(tx, userId, new Date());
  if (user.passwordHash === null) return;
  await tellAddressBefore(tx, user, userId);
  if (email !== null && isMailConfigured()) await enqueueAccountEmail(tx, "confirmEmail", { email, userId });
}

export async function tellAddressBefore(tx: Transaction, user: User, userId: string): Promise<void> {
  if (user.email === null || !isMailable(user)) return;
  const kind = "addressChanged";
  const event = `${kind}:${randomUUID()}`;
  await enqueueEmail(tx, { kind, event, recipient: user.email, rank: 0, userId, about: {} });
}
