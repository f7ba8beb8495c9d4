import "server-only";
import type { Principal } from "@/lib/principal";
import { findHolder, takeToken } from "@/server/account-tokens";
import { record } from "@/server/audit";
import { type Transaction, transaction } from "@/server/db";
import { countTry } from "@/server/limits";
import { isMailConfigured } from "@/server/mail";
import { hashPassword } from "@/server/passwords";
import { countTries, notePlace, type Origin, pardon } from "@/server/tries";
import { linkCopy } from "./copy";
import { findByIdentifier, personOf } from "./data";
import {
  type Named,
  orderLetter,
  requireGoodPassword,
  setPassword,
  targetOf,
  targetOfPerson,
  withWayIn,
} from "./mutations-passwords";
import { confirmationLimit, linkLimit, loginLimits, resetLimits } from "./rules";
import type * as Schema from "./schema";

/**
 * Orders the letter with the link to a new password. Whether there is such an account changes nothing of what is done
 * here, and so neither answer nor time. @throws AppError TOO_MANY_REQUESTS
 */
export async function requestReset(email: string, origin: Origin): Promise<void> {
  const person = await findByIdentifier("user", email);
  await countTries(resetLimits, targetOf("user", email, person, origin)).catch((error: unknown) => {
    throw isMailConfigured() ? withWayIn(error, linkCopy.linkSentBefore) : error;
  });
  await transaction((tx) => orderLetter(tx, "resetPassword", { email }));
}

/**
 * Sets a new password for whoever a mailed link names, and ends all sessions. That the letter was read shows that the
 * address is the person's own: wrong tries of others are forgotten, and keep nobody out of this browser from now on. @throws AppError BAD_REQUEST for a link or a password that is not good
 */
export async function resetPassword(input: Schema.ResetPasswordInput, origin: Origin, now: Date): Promise<void> {
  const { token, password } = input;
  const given = { token, purpose: "reset", refusal: linkCopy.resetLinkDead } as const;
  const person = personOf(await findHolder(given, linkLimit, origin.address, now));
  await requireGoodPassword("password", password, person);
  const passwordHash = await hashPassword(password);
  await transaction(async (tx) => {
    await takeToken(tx, given, now);
    await setPassword(tx, person, passwordHash, now);
    await confirm(tx, person, now);
    await record(tx, { action: "password-reset", by: person, address: origin.address });
  });
  const target = targetOfPerson(person, origin);
  await pardon(loginLimits, target);
  await notePlace(loginLimits, target);
  origin.recognise?.(person.userId);
}

async function confirm(tx: Transaction, { userId: id }: Named, now: Date): Promise<void> {
  await tx.user.updateMany({ where: { id, emailConfirmedAt: null }, data: { emailConfirmedAt: now } });
}

/** Notes that the address is the person's own (decision 7). @throws AppError BAD_REQUEST for a link that is not good */
export async function confirmEmail(token: string, { address }: Origin, now: Date): Promise<void> {
  const given = { token, purpose: "confirm", refusal: linkCopy.confirmLinkDead } as const;
  const person = personOf(await findHolder(given, linkLimit, address, now));
  await transaction(async (tx) => {
    await takeToken(tx, given, now);
    await confirm(tx, person, now);
    await record(tx, { action: "email-confirmed", by: person, address });
  });
}

/** Orders the letter that confirms an address once more, where that is of use. @throws AppError TOO_MANY_REQUESTS */
export async function resendConfirmation(by: Principal): Promise<boolean> {
  if (by.emailConfirmed || !isMailConfigured()) return false;
  await countTry(confirmationLimit, by.userId);
  await transaction((tx) => orderLetter(tx, "confirmEmail", by));
  return true;
}
