import "server-only";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { findHolder, useToken } from "@/server/auth/account-tokens";
import { findUserByIdentifier } from "@/server/auth/login-names";
import { hashPassword } from "@/server/auth/passwords";
import { confirmAddress, enqueueAccountEmail, personOf, setPassword } from "@/server/auth/users";
import { transaction } from "@/server/db/client";
import { isMailConfigured } from "@/server/mail/outbox";
import { countAttempt, type Origin } from "@/server/rate-limits/login-attempts";
import { consume } from "@/server/rate-limits/rate-limit";
import { recognisePerson, requireGoodPassword, targetOf, withAlternative } from "./data-passwords";
import { sayLinks } from "./messages";
import { confirmationLimit, linkLimit, resetLimits } from "./rules";
import type * as Schema from "./schema";

/**
 * Enqueues the email with the password reset link. Whether the account exists affects neither the response nor its time.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function requestReset(email: string, origin: Origin): Promise<void> {
  const person = await findUserByIdentifier(email);
  await countAttempt(resetLimits, targetOf("user", email, person, origin)).catch((error: unknown) => {
    throw isMailConfigured() ? withAlternative(error, sayLinks("linkSentBefore")) : error;
  });
  await transaction((tx) => enqueueAccountEmail(tx, "resetPassword", { email }));
}

/**
 * Sets a new password by an emailed link, and ends all sessions. The link proves that the person owns the address: failed
 * attempts are reset, and this browser is recognised.
 * @throws AppError BAD_REQUEST for an invalid link or password
 */
export async function resetPassword(input: Schema.ResetPasswordInput, origin: Origin, now: Date): Promise<void> {
  const { token, password } = input;
  const given = { token, purpose: "reset", refusal: sayLinks("resetLinkDead") } as const;
  const person = personOf(await findHolder(given, linkLimit, origin.address, now));
  await requireGoodPassword("password", password, person);
  const passwordHash = await hashPassword(password);
  await transaction(async (tx) => {
    await useToken(tx, given, now);
    await confirmAddress(tx, person, now);
    await record(tx, { action: "password-reset", by: person, address: origin.address });
    await setPassword(tx, person, passwordHash, now);
  });
  await recognisePerson(person, origin);
}

/** Confirms an address (decision 7). @throws AppError BAD_REQUEST for an invalid link */
export async function confirmEmail(token: string, { address }: Origin, now: Date): Promise<void> {
  const given = { token, purpose: "confirm", refusal: sayLinks("confirmLinkDead") } as const;
  const person = personOf(await findHolder(given, linkLimit, address, now));
  await transaction(async (tx) => {
    await useToken(tx, given, now);
    await confirmAddress(tx, person, now);
    await record(tx, { action: "email-confirmed", by: person, address });
  });
}

/** Enqueues the confirmation email again if it is useful. @throws AppError TOO_MANY_REQUESTS */
export async function resendConfirmation(by: Principal): Promise<boolean> {
  if (by.email === null || by.emailConfirmed || !isMailConfigured()) return false;
  await consume(confirmationLimit, by.userId);
  await transaction((tx) => enqueueAccountEmail(tx, "confirmEmail", by));
  return true;
}
