import "server-only";
import { revokeMailedCodes } from "@/server/access-codes/use";
import { dropAllTokens } from "@/server/auth/account-tokens";
import { enqueueAccountEmail, isMailable } from "@/server/auth/users";
import type { Transaction } from "@/server/db/client";
import type { User } from "@/server/generated/prisma/client";
import { isMailConfigured } from "@/server/mail/outbox";

type Proof = Pick<User, "email" | "emailConfirmedAt" | "vouchedAt">;
type Login = Proof & Pick<User, "id" | "passwordHash">;

/** A new address is unconfirmed; a verified identity stays verified. */
export function proofAfter({ email, emailConfirmedAt, vouchedAt }: Proof, next: string | null) {
  return email === next ? {} : { emailConfirmedAt: null, vouchedAt: vouchedAt ?? emailConfirmedAt };
}

/** Invalidates links and codes that were sent to the former addresses of people. */
export async function endMailedProofs(tx: Transaction, userIds: readonly string[], now: Date): Promise<void> {
  await dropAllTokens(tx, userIds);
  await revokeMailedCodes(tx, userIds, now);
}

/** Invalidates links sent to the former address, notifies it, and asks the new address for confirmation. */
export async function notifyOfAddress(tx: Transaction, user: Login, email: string | null): Promise<void> {
  const { id: userId } = user;
  await endMailedProofs(tx, [userId], new Date());
  if (user.passwordHash === null) return;
  await notifyFormerAddress(tx, user, userId);
  if (email !== null && isMailConfigured()) await enqueueAccountEmail(tx, "confirmEmail", { email, userId });
}

/** True if the former address is told about a change of the person's address. */
export const isFormerAddressTold = <User extends Omit<Login, "id">>(user: User): user is User & { email: string } =>
  user.passwordHash !== null && user.email !== null && isMailable(user);

export async function notifyFormerAddress(tx: Transaction, user: Login, userId: string): Promise<void> {
  if (isFormerAddressTold(user)) await enqueueAccountEmail(tx, "addressChanged", { email: user.email, userId });
}
