import "server-only";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { findHolder, useToken } from "@/server/auth/account-tokens";
import { findByIdentifier } from "@/server/auth/login-names";
import { hashPassword } from "@/server/auth/passwords";
import { confirmAddress, enqueueAccountEmail, personOf, setPassword } from "@/server/auth/users";
import { transaction } from "@/server/db/client";
import { isMailConfigured } from "@/server/mail/outbox";
import { countAttempt, type Origin } from "@/server/rate-limits/login-attempts";
import { consume } from "@/server/rate-limits/rate-limit";
import { recognisePerson, requireGoodPassword, targetOf, withWayIn } from "./data-passwords";
import { sayLinks } from "./messages";
import { confirmationLimit, linkLimit, resetLimits } from "./rules";
import type * as Schema from "./schema";

/**
 * Orders the email with the link to a new password. Whether there is such an account changes nothing of what is done
 * here, and so neither answer nor time. @throws AppError TOO_MANY_REQUESTS
 */
export async function requestReset(email: string, origin: Origin): Promise<void> {
  const person = await findByIdentifier("user", email);
  await countAttempt(resetLimits, targetOf("user", email, person, origin)).catch((error: unknown) => {
    throw isMailConfigured() ? withWayIn(error, sayLinks("linkSentBefore")) : error;
  });
  await transaction((tx) => enqueueAccountEmail(tx, "resetPassword", { email }));
}

/**
 * Sets a new password for the person whom a mailed link names, and ends all sessions. That the email was read shows that the
 * address is the person's own: wrong tries of others are forgotten, and keep nobody out of this browser from now on. @throws AppError BAD_REQUEST for a link or a password that is not good
 */
export async function resetPassword(input: Schema.ResetPasswordInput, origin: Origin, now: Date): Promise<void> {
  const { token, password } = input;
  const given = { token, purpose: "reset", refusal: sayLinks("resetLinkDead") } as const;
  const person = personOf(await findHolder(given, linkLimit, origin.address, now));
  await requireGoodPassword("password", password, person);
  const passwordHash = await hashPassword(password);
  await transaction(async (tx) => {
    await useToken(tx, given, now);
    await setPassword(tx, person, passwordHash, now);
    await confirmAddress(tx, person, now);
    await record(tx, { action: "password-reset", by: person, address: origin.address });
  });
  await recognisePerson(person, origin);
}

/** Notes that the address is the person's own (decision 7). @throws AppError BAD_REQUEST for a link that is not good */
export async function confirmEmail(token: string, { address }: Origin, now: Date): Promise<void> {
  const given = { token, purpose: "confirm", refusal: sayLinks("confirmLinkDead") } as const;
  const person = personOf(await findHolder(given, linkLimit, address, now));
  await transaction(async (tx) => {
    await useToken(tx, given, now);
    await confirmAddress(tx, person, now);
    await record(tx, { action: "email-confirmed", by: person, address });
  });
}

/** Orders the email that confirms an address once more, where that is of use. @throws AppError TOO_MANY_REQUESTS */
export async function resendConfirmation(by: Principal): Promise<boolean> {
  if (by.email === null || by.emailConfirmed || !isMailConfigured()) return false;
  await consume(confirmationLimit, by.userId);
  await transaction((tx) => enqueueAccountEmail(tx, "confirmEmail", by));
  return true;
}
