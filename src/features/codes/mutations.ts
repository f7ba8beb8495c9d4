import "server-only";
import { AppError, fieldError } from "@/lib/errors";
import { foldedName } from "@/lib/folded";
import { may } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { endOfCode, makeCodes } from "@/server/access-codes/make";
import { findOwnerOfCode, revokeCode } from "@/server/access-codes/use";
import { record } from "@/server/audit/audit";
import { isOfStaff } from "@/server/auth/grants";
import { endSessions } from "@/server/auth/sessions";
import { enqueueAccountEmail, findPerson, lockPeople, type Person } from "@/server/auth/users";
import { transaction } from "@/server/db/client";
import { isMailConfigured } from "@/server/mail/outbox";
import { listLinks } from "@/server/roster/links";
import { getStudent } from "@/server/roster/students";
import { getPersonOfRoster } from "./data";
import { say } from "./messages";
import type { MadeCodeView, MakeCodeInput, MakeLinkInput } from "./schema";

/** Rejects a code that would be useless. @throws AppError CONFLICT */
function requireUse({ passwordHash, loginClosedAt }: Person, purpose: MakeCodeInput["purpose"]): void {
  if (loginClosedAt !== null) throw new AppError("CONFLICT", say("loginClosed"));
  if ((passwordHash === null) === (purpose === "join")) return;
  throw new AppError("CONFLICT", say(purpose === "join" ? "hasLogin" : "noLogin"));
}

/** Prevents the takeover of a colleague's account by a code that sets its password. @throws AppError FORBIDDEN */
async function requireNoColleague(personId: string, by: Principal): Promise<void> {
  if (!may(by, "administrator") && (await isOfStaff(personId))) throw new AppError("FORBIDDEN", say("ofStaff"));
}

/**
 * Creates a code for a person on the roster other than the caller. A password code ends all sessions of that person.
 * @throws AppError
 */
export async function makeCode({ personId, purpose }: MakeCodeInput, by: Principal, now: Date): Promise<MadeCodeView> {
  return transaction(async (tx) => {
    await lockPeople(tx, [personId]);
    requireUse(await getPersonOfRoster(personId), purpose);
    if (personId === by.userId) throw new AppError("CONFLICT", say("ownPasswordCode"));
    await requireNoColleague(personId, by);
    const [code = ""] = await makeCodes(tx, [{ purpose, userId: personId }], by, now);
    if (purpose === "password") await endSessions(tx, personId, now);
    await record(tx, { action: "code-made", by, subjectId: personId, detail: { purpose } });
    return { code, expiresAt: endOfCode(purpose, now) };
  });
}

/**
 * Creates a code that links a guardian to a student. If a guardian of that name is already linked, the code is for that
 * person's first login, to avoid duplicates, or vouches for the login.
 * @throws AppError NOT_FOUND, CONFLICT for a guardian whose login is vouched for or confirmed
 */
export async function makeLink({ studentId, name, relation }: MakeLinkInput, by: Principal, now: Date) {
  return transaction(async (tx) => {
    await getStudent(studentId);
    const known = (await listLinks(studentId)).find(
      ({ endedAt, guardian }) => endedAt === null && foldedName(guardian.name) === foldedName(name),
    );
    if (known) {
      const guardian = await findPerson(known.guardianId);
      if (guardian?.passwordHash === null) return makeCode({ personId: known.guardianId, purpose: "join" }, by, now);
      // A login that was created by the student's code still needs a code from the office.
      if (!guardian || guardian.emailConfirmedAt !== null || guardian.vouchedAt !== null)
        throw fieldError("name", say("linkedAlready", known.guardian.name), "CONFLICT");
    }
    // Ending the link revokes the codes with the stored name.
    const label = known?.guardian.name ?? name;
    const [code = ""] = await makeCodes(tx, [{ purpose: "link", studentId, label, relation }], by, now);
    await record(tx, { action: "code-made", by, subjectId: studentId, detail: { purpose: "link" } });
    return { code, expiresAt: endOfCode("link", now) };
  });
}

/** Revokes an open code. @throws AppError FORBIDDEN, CONFLICT for one that has ended */
export async function revoke(id: string, by: Principal, now: Date): Promise<{ _id: string }> {
  await transaction(async (tx) => {
    // Check first: a revocation is noted immediately, and would take effect at the next start even if this transaction failed.
    const ownerId = await findOwnerOfCode(id);
    if (ownerId !== null) await requireNoColleague(ownerId, by);
    const subjectId = await revokeCode(tx, id, now);
    if (subjectId === null) throw new AppError("CONFLICT", say("notOpen"));
    await record(tx, { action: "code-revoked", by, subjectId });
  });
  return { _id: id };
}

/** Emails a first-login code to a person, if there is an address and a mail server. @throws AppError */
export async function invite({ personId }: { personId: string }, by: Principal): Promise<{ mailedTo: string | null }> {
  return transaction(async (tx) => {
    const person = await getPersonOfRoster(personId);
    requireUse(person, "join");
    if (person.email === null || !isMailConfigured()) return { mailedTo: null };
    await enqueueAccountEmail(tx, "invitation", person, { by: by.userId });
    await record(tx, { action: "invited", by, subjectId: personId });
    return { mailedTo: person.email };
  });
}

/** Creates the code of an invitation that is about to be sent. */
export async function mailCode(userId: string, byId: string, now: Date): Promise<string> {
  return transaction(async (tx) => {
    const by = await findPerson(byId);
    const [code = ""] = await makeCodes(tx, [{ purpose: "join", userId }], by, now, "mailed");
    return code;
  });
}
