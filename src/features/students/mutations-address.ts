import "server-only";
import { AppError } from "@/lib/errors";
import { may } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { notifyOfAddress } from "@/server/roster/addresses";
import { recordChanges } from "@/server/roster/changes";
import { requireNoColleague } from "@/server/roster/guardian-people";
import { giveAddress, requireGuardian } from "@/server/roster/guardians";
import { rosterTransaction } from "@/server/roster/refusals";
import { changeIdentity, lockStudent } from "@/server/roster/students";
import { say } from "./messages";
import { identityOf } from "./mutations";
import type { MoveAddressInput } from "./schema";

/**
 * Moves the address of a student's login to a guardian, found or created, and links the two. The student keeps results and
 * password, and logs in with the admission number.
 * @throws AppError CONFLICT without an admission number, or without an address
 */
export async function moveAddress({ id, ...guardian }: MoveAddressInput, by: Principal): Promise<void> {
  await rosterTransaction(async (tx) => {
    const student = await lockStudent(tx, id);
    const { email } = student.user;
    if (email === null) throw new AppError("CONFLICT", say("noAddress"));
    if (student.admissionNo === null) throw new AppError("CONFLICT", say("numberFirst"));
    const found = "guardianId" in guardian ? await requireGuardian(tx, guardian.guardianId, id) : null;
    if (found && !may(by, "administrator")) await requireNoColleague(found);
    await changeIdentity(tx, student, { ...identityOf(student), email: null }, by.userId);
    await notifyOfAddress(tx, student.user, null);
    await giveAddress(tx, { ...guardian, studentId: id, email, by: by.userId });
    // A guardian who already logs in has to confirm the address (decision 194).
    if (found) await notifyOfAddress(tx, found, email);
    await recordChanges(tx, { action: "student-address-moved", by, subjectId: id }, [
      { userId: id, before: { email }, after: { email: null } },
      ...(found ? [{ userId: found.id, before: { email: null }, after: { email } }] : []),
    ]);
  });
}
