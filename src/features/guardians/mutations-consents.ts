import "server-only";
import { dateHere } from "@/content/institute";
import { AppError, fieldError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { endOfDay } from "@/server/clock";
import { transaction } from "@/server/db/client";
import { enqueueEmail, officeAddress } from "@/server/mail/outbox";
import { noteEnded } from "@/server/privacy/ended";
import { consume } from "@/server/rate-limits/rate-limit";
import { giveConsent, hasConsented, needConsent, versionOn, withdrawConsents } from "@/server/roster/consents";
import { getStudent, lockStudent } from "@/server/roster/students";
import { findLink } from "./data";
import { say } from "./messages";
import { consentLimit } from "./rules";
import type { AddConsentInput } from "./schema-consents";

/** Records a consent on paper. @throws AppError */
export async function addConsent(input: AddConsentInput, by: Principal, now: Date): Promise<void> {
  const { studentId, guardianId, name, day } = input;
  const today = dateHere(now);
  if (day !== undefined && day > today) throw fieldError("day", say("dayToCome"));
  const at = day === undefined || day === today ? now : endOfDay(day);
  const version = await versionOn(day ?? today);
  await transaction(async (tx) => {
    await lockStudent(tx, studentId);
    if (guardianId !== undefined && !(await findLink(guardianId, studentId)))
      throw fieldError("guardianId", say("notPossible"), "NOT_FOUND");
    const who = guardianId === undefined ? { givenName: name ?? "" } : { guardianId };
    await giveConsent(tx, [studentId], { by: who, how: "paper", at, version, notedById: by.userId });
    await record(tx, { action: "consent-given", by, subjectId: studentId, detail: { count: 1 } });
  });
}

/** Withdraws a consent on request, with all others of the same guardian for the child. Returns the student. @throws AppError */
export async function withdrawConsent(id: string, by: Principal, now: Date): Promise<string> {
  return transaction(async (tx) => {
    const [withdrawn] = await withdrawConsents(tx, { id }, now);
    if (!withdrawn) throw new AppError("CONFLICT", say("noConsent"));
    const { guardianId, studentId } = withdrawn;
    const others = guardianId === null ? [] : await withdrawConsents(tx, { guardianId, studentId }, now);
    await record(tx, { action: "consent-withdrawn", by, subjectId: studentId });
    await noteEnded("consents", [withdrawn, ...others]);
    return studentId;
  });
}

/** A verified guardian consents for a child. @throws AppError */
export async function giveOwnConsent(studentId: string, by: Principal, now: Date): Promise<void> {
  await requireLink(studentId, by);
  if (!by.emailConfirmed && !by.vouched) throw new AppError("FORBIDDEN", say("confirmFirst"));
  await consume(consentLimit, `${by.userId} ${studentId}`);
  await transaction(async (tx) => {
    await lockStudent(tx, studentId);
    if (await hasConsented(by.userId, studentId)) throw new AppError("CONFLICT", say("hasConsented"));
    if (needConsent([await getStudent(studentId)], now).length === 0) throw new AppError("CONFLICT", say("notNeeded"));
    await giveConsent(tx, [studentId], { by: { guardianId: by.userId }, how: "account", at: now, notedById: null });
    await record(tx, { action: "consent-given", by, subjectId: studentId, detail: { count: 1 } });
  });
}

async function requireLink(studentId: string, by: Principal): Promise<void> {
  if (!(await findLink(by.userId, studentId))) throw new AppError("NOT_FOUND", say("noChild"));
}

/** A guardian withdraws a consent for a child, and the office is notified. @throws AppError NOT_FOUND, CONFLICT */
export async function withdrawOwnConsent(studentId: string, by: Principal, now: Date): Promise<void> {
  await requireLink(studentId, by);
  await transaction(async (tx) => {
    const withdrawn = await withdrawConsents(tx, { guardianId: by.userId, studentId }, now);
    if (withdrawn.length === 0) throw new AppError("CONFLICT", say("noConsent"));
    await record(tx, { action: "consent-withdrawn", by, subjectId: studentId });
    const kind = "consentWithdrawn";
    await enqueueEmail(tx, {
      kind,
      event: `${kind}:${studentId}:${by.userId}:${now.getTime()}`,
      recipient: officeAddress(),
      rank: 1,
      about: { studentId, guardianId: by.userId, toOffice: true },
    });
    await noteEnded("consents", withdrawn);
  });
}
