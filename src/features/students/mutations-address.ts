import "server-only";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { transaction } from "@/server/db/client";
import { keepChanges } from "@/server/roster/changes";
import { linkGuardian, requireGuardian } from "@/server/roster/guardians";
import { inRosterWords } from "@/server/roster/refusals";
import { changeIdentity, holdStudent } from "@/server/roster/students";
import { say } from "./messages";
import { identityOf, tellOfAddress } from "./mutations";
import type { MoveAddressInput } from "./schema";

/**
 * Gives the address of a student's login to a guardian, whom it makes or finds, and links the two. The student keeps results
 * and password, and logs in with the admission number. @throws AppError CONFLICT without one, or without an address
 */
export async function moveAddress({ id, ...guardian }: MoveAddressInput, by: Principal): Promise<void> {
  await inRosterWords(
    transaction(async (tx) => {
      const student = await holdStudent(tx, id);
      const { email } = student.user;
      if (email === null) throw new AppError("CONFLICT", say("noAddress"));
      if (student.admissionNo === null) throw new AppError("CONFLICT", say("numberFirst"));
      const found = guardian.guardianId === undefined ? null : await requireGuardian(guardian.guardianId, id);
      await changeIdentity(tx, student, { ...identityOf(student), email: null }, by.userId);
      await tellOfAddress(tx, student, null);
      await linkGuardian(tx, { ...guardian, guardianId: found, studentId: id, email, by: by.userId });
      const action = "student-address-moved";
      const eventId = await record(tx, { action, by, subjectId: id });
      await keepChanges(tx, { eventId, action, by: by.userId }, [
        { userId: id, before: { email }, after: { email: null } },
      ]);
    }),
  );
}
