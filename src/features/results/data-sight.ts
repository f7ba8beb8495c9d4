import "server-only";
import { findLink, type OpenLink } from "@/features/guardians/data";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { noteMissedConfirmation } from "@/server/auth/missed-confirmation";
import { isMailConfigured } from "@/server/mail/outbox";
import { childOf } from "@/server/roster/readers";
import { say } from "./messages";
import { canSeeResults } from "./rules";

/** Whose results are seen; `guardianId` says whose look it is where it is not the student's own. */
export type Sight = { studentId: string; guardianId: string | null };

/** True for who may see results: whoever is known to be the person that the account is of. */
export const seesResults = (person: Pick<Principal, "emailConfirmed" | "vouched">) => canSeeResults(person);

/** True for what is the caller's own: students have results on the user side. */
export const isOwn = ({ role, userId }: Principal, studentId: string | undefined) =>
  role === "user" && (studentId === undefined || studentId === userId);

/**
 * The link to a child. A stranger's child, and one whose link has ended, are like an unknown student (decision 13).
 * @throws AppError NOT_FOUND
 */
export async function requireLink(principal: Principal, studentId: string | undefined): Promise<OpenLink> {
  const link = principal.isGuardian && studentId !== undefined ? await findLink(principal.userId, studentId) : null;
  if (!link) throw new AppError("NOT_FOUND", say("none"));
  return link;
}

/**
 * Whose results the caller may see: the own ones, or those of a child whose link says so; nobody reaches them without waiting
 * for the answer. Whose account is not known to be that of the person gets the email that confirms the address, if none has
 * come yet; where no mail leaves there is none to wait for, and null says that there is nothing to see before the office
 * vouches for the person.
 * @throws AppError FORBIDDEN for an address that is not confirmed, NOT_FOUND for a child of somebody else
 */
export async function requireSight(principal: Principal, studentId?: string): Promise<Sight | null> {
  if (isOwn(principal, studentId)) return known(principal, { studentId: principal.userId, guardianId: null });
  if (!principal.isGuardian || studentId === undefined) throw new AppError("NOT_FOUND", say("none"));
  return sightBy(principal, studentId);
}

/** The same for the child that has an address; null for anybody else's. @throws AppError FORBIDDEN, NOT_FOUND */
export async function requireSightOf(principal: Principal, email: string): Promise<Sight | null> {
  if (!principal.isGuardian) throw new AppError("NOT_FOUND", say("none"));
  return sightBy(principal, email);
}

/** A guardian sees what the list of readers says (decision 152). */
async function sightBy(principal: Principal, student: string): Promise<Sight | null> {
  const studentId = await childOf(principal.userId, student);
  if (studentId === null) throw new AppError("NOT_FOUND", say("none"));
  return known(principal, { studentId, guardianId: principal.userId });
}

async function known(principal: Principal, sight: Sight): Promise<Sight | null> {
  if (seesResults(principal)) return sight;
  if (!isMailConfigured()) return null;
  await noteMissedConfirmation(principal);
  throw new AppError("FORBIDDEN", say("confirmFirst"));
}
