import "server-only";
import { resolvePlace } from "@/features/enrolments/data";
import { isoDate } from "@/lib/dates";
import { fieldError, requireVersion } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { notifyOfAddress } from "@/server/roster/addresses";
import { recordChanges } from "@/server/roster/changes";
import { openEnrolment } from "@/server/roster/enrolments";
import { say as sayRoster } from "@/server/roster/messages";
import { rosterTransaction } from "@/server/roster/refusals";
import { changeIdentity, createStudent, lockStudent, requireUnused, type StudentRow } from "@/server/roster/students";
import { say } from "./messages";
import { changedFields } from "./rules";
import type { AddStudentInput, EditStudentInput } from "./schema";

/** Adds a person to the roster, optionally in a class, without a login. @throws AppError CONFLICT */
export async function addStudent(input: AddStudentInput, by: Principal, now: Date): Promise<string> {
  const { className, section, rollNo, year, fromDay, ...identity } = input;
  const entered = className === undefined ? null : { className, section, rollNo, year, fromDay };
  const placed = entered && (await resolvePlace(entered, now));
  return rosterTransaction(async (tx) => {
    await requireUnused(identity);
    const id = await createStudent(tx, identity, "office");
    if (placed) await openEnrolment(tx, id, placed.place, placed.fromDay);
    await record(tx, { action: "student-added", by, subjectId: id, detail: { class: className } });
    return id;
  });
}

/** Edits a student; the former address is notified. @throws AppError */
export async function editStudent({ id, rowVersion, ...given }: EditStudentInput, by: Principal): Promise<void> {
  await rosterTransaction(async (tx) => {
    const student = await lockStudent(tx, id);
    const before = identityOf(student);
    const entered = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const after = { ...before, ...entered };
    const fields = changedFields(before, after);
    if (fields.length === 0) return;
    requireVersion(rowVersion, versionOf(student), sayRoster("changedMeanwhile"));
    if (student.user.passwordHash !== null && after.email === null && after.admissionNo === null)
      throw fieldError("email", say("loginNeedsName"));
    await requireUnused(after, id);
    await changeIdentity(tx, student, after, by.userId);
    if (before.email !== after.email) await notifyOfAddress(tx, student.user, after.email);
    const detail = { fields: fields.join(", ") };
    await recordChanges(tx, { action: "student-edited", by, subjectId: id, detail }, [{ userId: id, before, after }]);
  });
}

/** The version of a student: of the person and of the roster row. */
const versionOf = ({ rowVersion, user }: StudentRow) => rowVersion + user.rowVersion;

export function identityOf({ admissionNo, bornOn, user: { name, email } }: StudentRow) {
  return { name, email, admissionNo, bornOn: bornOn && isoDate(bornOn) };
}
