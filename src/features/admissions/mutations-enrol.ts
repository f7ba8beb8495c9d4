import "server-only";
import { enrolAction, requireAfterLeave, resolvePlace } from "@/features/enrolments/data";
import { lockIntakeOf } from "@/features/intakes/data";
import { listNamesakes } from "@/features/students/data-namesakes";
import { listYears } from "@/features/years/data";
import { addDays, isoDate } from "@/lib/dates";
import { AppError, fieldError } from "@/lib/errors";
import { placeName } from "@/lib/place-name";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import type { Transaction } from "@/server/db/client";
import { takeLock } from "@/server/db/locks";
import type { Enrolment, Submission } from "@/server/generated/prisma/client";
import { recordChanges, valuesOf } from "@/server/roster/changes";
import { giveConsent, hasDecidedSince } from "@/server/roster/consents";
import { closeEnrolment, findOpenEnrolment, openEnrolment, type Place } from "@/server/roster/enrolments";
import { rosterTransaction } from "@/server/roster/refusals";
import { createStudent, lockStudent, requireUnused } from "@/server/roster/students";
import { say } from "./messages-refusals";
import { inviteGuardians, linkGuardians } from "./mutations-guardians";
import { hold, tell, whyNot } from "./mutations-moves";
import { refusalOf } from "./rules-moves";
import type { EnrolInput, EnrolledView } from "./schema-enrol";

/** The application, locked until the transaction ends, if its child can be enrolled. @throws AppError */
async function lockEnrollable(tx: Transaction, { id, rowVersion }: EnrolInput) {
  // One at a time, so that the second child of a new family finds its guardian.
  await takeLock(tx, "enrolled applications");
  const row = (await hold(tx, [id])).get(id);
  if (!row) throw new AppError("NOT_FOUND", say("notFound"));
  const move = { to: "enrolled", by: "office", reason: null, visitAt: null, makesStudent: true } as const;
  const why = whyNot(row, rowVersion) ?? refusalOf(row.state, move);
  if (why) throw new AppError("CONFLICT", why);
  return row;
}

/** The student of the application, or a new one. @throws AppError, also if the child may already be on the roster */
async function studentOf(tx: Transaction, input: EnrolInput): Promise<string> {
  const { studentId, name, admissionNo, bornOn, others } = input;
  if (studentId !== undefined) {
    const { userId } = await lockStudent(tx, studentId);
    if ((await tx.submission.count({ where: { studentId: userId } })) > 0)
      throw fieldError("studentId", say("hasApplication"), "CONFLICT");
    return userId;
  }
  const [known] = await listNamesakes(name, bornOn, others);
  if (known) {
    const message = say(
      "onRoster",
      [known.name, placeName(known.className, known.section), known.admissionNo].filter(Boolean).join(", "),
    );
    throw new AppError("CONFLICT", message, [{ path: ["others"], message }], {}, known._id);
  }
  const identity = { name, email: null, admissionNo, bornOn };
  await requireUnused(identity);
  return createStudent(tx, identity, "admission");
}

const isKept = (open: Place, { schoolYearId, className, section, rollNo }: Place) =>
  open.schoolYearId === schoolYearId &&
  open.className === className &&
  [null, open.section].includes(section) &&
  [null, open.rollNo].includes(rollNo);

/** Ends an open enrolment on the day before a place in a later year. @throws AppError CONFLICT for any other place */
async function endBefore(tx: Transaction, open: Enrolment, place: Place, since: Date): Promise<void> {
  const years = await listYears();
  const [year, next] = [open, place].map((one) => years.find(({ _id }) => _id === one.schoolYearId));
  if (year && next && year.firstDay < next.firstDay && open.fromDay < since)
    return closeEnrolment(tx, open, new Date(addDays(isoDate(since), -1)), "promoted");
  const where = [placeName(open.className, open.section), open.rollNo && `no. ${open.rollNo}`]
    .filter(Boolean)
    .join(" ");
  throw fieldError("className", say("isElsewhere", where, year?.label ?? ""), "CONFLICT");
}

/**
 * Enrols a student who was on the roster before, with the change in the student's history, or keeps an open enrolment at this
 * place. @throws AppError for a day before the student left, and for an open enrolment elsewhere, because the office and the
 * family read the chosen place
 */
async function takePlace(tx: Transaction, studentId: string, place: Place, since: Date, by: Principal, now: Date) {
  const open = await findOpenEnrolment(studentId);
  if (open && isKept(open, place)) return;
  if (open) await endBefore(tx, open, place, since);
  const student = await lockStudent(tx, studentId);
  requireAfterLeave(student, since, now);
  await openEnrolment(tx, studentId, place, since);
  const action = enrolAction(student);
  const change = { userId: studentId, before: valuesOf(open), after: valuesOf(place) };
  await recordChanges(tx, { action, by, subjectId: studentId, detail: { class: place.className } }, [change]);
}

type Agreed = Pick<Submission, "consentAt" | "consentVersion">;
type Family = { studentId: string; guardianId: string | undefined };

/** Submitting the form was the consent, to the text of that day; a later decision overrides it. */
async function noteConsent(tx: Transaction, form: Agreed, { studentId, guardianId }: Family, by: Principal) {
  const { consentAt: at, consentVersion: version } = form;
  if (!at || !version || guardianId === undefined || (await hasDecidedSince(guardianId, studentId, at))) return;
  await giveConsent(tx, [studentId], { by: { guardianId }, how: "admission", at, version, notedById: by.userId });
}

/**
 * Enrols an accepted applicant in one transaction: the student, the class, the guardians with their consents and emailed
 * codes, and the end of the application.
 * @throws AppError
 */
export async function enrolApplication(input: EnrolInput, by: Principal, now: Date): Promise<EnrolledView> {
  const { id, className, section, rollNo, year, fromDay, message } = input;
  const { place, fromDay: since } = await resolvePlace({ className, section, rollNo, year, fromDay }, now);
  return rosterTransaction(async (tx) => {
    const held = await lockEnrollable(tx, input);
    const studentId = await studentOf(tx, input);
    if (input.studentId === undefined) await openEnrolment(tx, studentId, place, since);
    else await takePlace(tx, studentId, place, since, by, now);
    const people = await linkGuardians(tx, studentId, input.guardians, by);
    if (input.consents) await noteConsent(tx, held, { studentId, guardianId: people[0]?.userId }, by);
    // The seat is one of the class that the child is given (decision 372).
    const intakeId = await lockIntakeOf(tx, place, held.intakeId);
    await tx.submission.update({
      where: { id },
      data: { state: "enrolled", stateAt: now, studentId, intakeId, rowVersion: { increment: 1 } },
    });
    const moved = { kind: "moved", fromState: held.state, toState: "enrolled" } as const;
    await tx.submissionEvent.create({ data: { submissionId: id, at: now, byId: by.userId, ...moved } });
    const invited = await inviteGuardians(tx, input.invite ? people : [], by);
    if (message) await tell(tx, [held], message, by.userId, now);
    if (input.studentId === undefined)
      await record(tx, { action: "student-added", by, subjectId: studentId, detail: { class: className } });
    const detail = { class: className, guardians: people.length, mailed: invited.mailed };
    await record(tx, { action: "submission-enrolled", by, subjectId: id, detail });
    return { studentId, ...invited };
  });
}
