import "server-only";
import { findLink, type OpenLink } from "@/features/guardians/data";
import type { Message } from "@/lib/catalogue";
import { AppError, fieldError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { noteMissedConfirmation } from "@/server/auth/missed-confirmation";
import { requireSecondStep } from "@/server/auth/second-step";
import { isMailConfigured } from "@/server/mail/outbox";
import { childOf } from "@/server/roster/readers";
import { isStudent } from "@/server/roster/students";
import { say } from "./messages-refusals";
import { canSeeResults } from "./rules";

/** The student whose results may be read; `guardianId` is set for a guardian. */
export type ResultAccess = { studentId: string; guardianId: string | null };

/** True for a verified person, who may see results. */
export const seesResults = (person: Pick<Principal, "emailConfirmed" | "vouched">) => canSeeResults(person);

/** True for the caller's own results: students have results on the user side. */
export const isOwn = ({ role, userId }: Principal, studentId: string | undefined) =>
  role === "user" && (studentId === undefined || studentId === userId);

/**
 * The link to a child. Children of others and children whose link has ended count as unknown students (decision 13).
 * @throws AppError NOT_FOUND
 */
export async function requireLink(principal: Principal, studentId: string | undefined): Promise<OpenLink> {
  const link = principal.isGuardian && studentId !== undefined ? await findLink(principal.userId, studentId) : null;
  if (!link) throw new AppError("NOT_FOUND", say("none"));
  return link;
}

/**
 * Whose results the caller may see: own ones, or those of a child whose link allows it. An unverified person is sent the
 * confirmation email, unless it was sent already. Without a mail server, returns null, because there is nothing to see before
 * the office verifies the person.
 * @throws AppError FORBIDDEN for an unconfirmed address or without the second step, NOT_FOUND for a child of somebody else
 */
export async function requireAccess(
  principal: Principal,
  studentId: string | undefined,
  unknown: Message = say("none"),
): Promise<ResultAccess | null> {
  if (isOwn(principal, studentId)) return known(principal, { studentId: principal.userId, guardianId: null });
  if (!principal.isGuardian || studentId === undefined) throw unknownTo(principal, unknown);
  return accessOfGuardian(principal, studentId, unknown);
}

/** @throws AppError BAD_REQUEST with these words if a guardian who is not a student names no child */
export async function requireNamed(principal: Principal, studentId: string | undefined, words: Message): Promise<void> {
  if (studentId === undefined && principal.isGuardian && !(await isStudent(principal.userId)))
    throw fieldError("studentId", words);
}

/** Like {@link requireAccess}, for a child by address. @throws AppError FORBIDDEN, NOT_FOUND */
export async function requireAccessByEmail(principal: Principal, email: string): Promise<ResultAccess | null> {
  if (!principal.isGuardian) throw unknownTo(principal, say("none"));
  return accessOfGuardian(principal, email, say("none"));
}

/** A guardian has access according to the list of readers (decision 152). */
async function accessOfGuardian(principal: Principal, student: string, unknown: Message): Promise<ResultAccess | null> {
  const studentId = await childOf(principal.userId, student);
  if (studentId === null) throw unknownTo(principal, unknown);
  return known(principal, { studentId, guardianId: principal.userId });
}

/** Staff without the second step are refused for that reason: with it, they may see more. @throws AppError FORBIDDEN */
function unknownTo(principal: Principal, words: Message): AppError {
  requireSecondStep(principal);
  return new AppError("NOT_FOUND", words);
}

async function known(principal: Principal, sight: ResultAccess): Promise<ResultAccess | null> {
  if (seesResults(principal)) return sight;
  if (!isMailConfigured()) return null;
  await noteMissedConfirmation(principal);
  throw new AppError("FORBIDDEN", say("confirmFirst"));
}
