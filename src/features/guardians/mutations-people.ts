import "server-only";
import { AppError, fieldError, requireVersion } from "@/lib/errors";
import { may } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { findUserByIdentifier } from "@/server/auth/login-names";
import { transaction } from "@/server/db/client";
import { violatedIndex } from "@/server/db/database-errors";
import { recordChanges } from "@/server/roster/changes";
import { changeContact, contactAfter, contactOf } from "@/server/roster/contacts";
import { type GuardianRow, getGuardian, lockGuardian, requireNoColleague } from "@/server/roster/guardian-people";
import { joinGuardians } from "@/server/roster/join-guardians";
import { isStudent } from "@/server/roster/students";
import { viewOfJoin } from "./data-people";
import { copy, say } from "./messages";
import { personOrder } from "./rules-people";
import type { EditGuardianInput, JoinGuardiansInput, JoinGuardiansView } from "./schema-people";

/** Requires that nobody else has the address. @throws AppError CONFLICT, with the id of the holder unless it is a student's */
export async function requireFreeAddress(email: string | null, id?: string): Promise<void> {
  const holder = email === null ? null : await findUserByIdentifier(email);
  if (!holder || holder.userId === id) return;
  if (await isStudent(holder.userId)) throw fieldError("email", say("addressOfStudent", holder.name), "CONFLICT");
  const message = say(id === undefined ? "addressOf" : "addressOfOther", holder.name);
  throw new AppError("CONFLICT", message, [{ path: ["email"], message }], {}, holder.userId);
}

/** Edits name, phone number or address of a guardian; the former address is notified. @throws AppError */
export async function editGuardian({ guardianId, rowVersion, ...given }: EditGuardianInput, by: Principal) {
  await transaction(async (tx) => {
    const person = await lockGuardian(tx, guardianId);
    if (!may(by, "administrator")) await requireNoColleague(person);
    const change = contactAfter(person, given);
    const { after } = change;
    if (change.fields.length === 0) return;
    requireVersion(rowVersion, person.rowVersion, say("changedMeanwhile"));
    if (person.passwordHash !== null && after.email === null && after.phone === null)
      throw fieldError("email", say("loginNeedsName"));
    if (guardianId === by.userId) throw new AppError("CONFLICT", say("ownDetails"));
    await requireFreeAddress(after.email, guardianId);
    await changeContact(tx, person, change, { action: "guardian-changed", by });
  }).catch((error: unknown) => {
    if (violatedIndex(error) === "users_email_key") throw fieldError("email", say("addressTaken"), "CONFLICT");
    if (violatedIndex(error) === "users_username_key") throw fieldError("phone", say("phoneTaken"), "CONFLICT");
    throw error;
  });
}

/** @throws AppError for the same entry twice, or two that cannot be merged */
async function requireJoinable(one: GuardianRow, other: GuardianRow, by: Principal): Promise<void> {
  if (one.id === other.id) throw new AppError("CONFLICT", say("sameEntry"));
  if (!may(by, "administrator")) for (const person of [one, other]) await requireNoColleague(person);
  const [, gone] = personOrder(one, other);
  if (gone._count.grants > 0) throw new AppError("CONFLICT", say("bothWorkHere"));
}

/** A preview of merging two guardians. @throws AppError */
export async function previewJoin(guardianId: string, otherId: string, by: Principal): Promise<JoinGuardiansView> {
  const [one, other] = [await getGuardian(guardianId), await getGuardian(otherId)];
  await requireJoinable(one, other, by);
  return viewOfJoin(one, other);
}

/** Merges two guardians as previewed. @throws AppError */
export async function join({ keptId, goneId }: JoinGuardiansInput, by: Principal, now: Date): Promise<void> {
  await transaction(async (tx) => {
    const [kept, gone] = [await lockGuardian(tx, keptId, goneId), await getGuardian(goneId)];
    await requireJoinable(kept, gone, by);
    // A login that was created since the preview changes which entry is kept.
    if (personOrder(kept, gone)[0] !== kept) throw new AppError("CONFLICT", say("changedMeanwhile"));
    const after = { ...contactOf(kept), phone: kept.phone ?? gone.phone, email: kept.email ?? gone.email };
    const detail = { count: gone.guardianOf.length };
    await recordChanges(tx, { action: "guardians-joined", by, subjectId: keptId, detail }, [
      { userId: keptId, before: contactOf(gone), after },
    ]);
    await joinGuardians(tx, { kept, gone, by: by.userId, now, reason: copy.joinedReason });
  });
}
