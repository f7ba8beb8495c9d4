import "server-only";
import { resolveSubjects } from "@/features/subjects/data";
import { isoDate } from "@/lib/dates";
import { AppError, requireVersion } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { db, type Transaction, transaction } from "@/server/db/client";
import { takeLock } from "@/server/db/locks";
import type { TestSchedule } from "@/server/generated/prisma/client";
import { requireScope } from "@/server/trpc/scope";
import { writtenViewOf } from "./data";
import { findKnown } from "./data-news";
import { checkPlace } from "./data-warnings";
import { say } from "./messages-refusals";
import { removeExams } from "./mutations-exams";
import { notifyOfTest } from "./mutations-news";
import { actions, scopesOf } from "./rules";
import type { PlaceInput, RemoveScheduleInput, ScheduleInput, WrittenScheduleView } from "./schema";
import type { Values } from "./schema-changes";

/** Announces a test. @throws AppError FORBIDDEN, CONFLICT for unconfirmed warnings */
export async function addSchedule(input: ScheduleInput, by: Principal, now: Date): Promise<WrittenScheduleView> {
  const { confirmed, ...given } = input;
  for (const scope of scopesOf(input)) requireScope(by, actions.manage, scope);
  const subject = (await resolveSubjects([given.subject]))(given.subject);
  return transaction(async (tx) => {
    const met = await requireConfirmed(tx, placeOf(given), confirmed, now);
    const data = { ...given, subject, testDate: new Date(given.testDate), createdById: by.userId };
    const row = await tx.testSchedule.create({ data: { ...data, createdAt: now, changedAt: now } });
    const change = { scheduleId: row.id, byId: by.userId, at: now, ...met };
    await tx.scheduleChange.create({ data: { ...change, kind: "announced", after: valuesOf(row) } });
    await record(tx, { action: "schedule-added", by, subjectId: row.id, detail: detailOf(row) });
    await notifyOfTest(tx, { scheduleId: row.id, known: null, row }, now);
    return writtenViewOf(row);
  });
}

/** Locks a test in the version that was seen and, if given, in a state. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT */
export async function lockTest(
  tx: Transaction,
  { id, rowVersion }: RemoveScheduleInput,
  state: TestSchedule["state"] | undefined,
  by: Principal,
) {
  await tx.$queryRaw`select from test_schedules where id = ${id}::uuid for update`;
  const row = await tx.testSchedule.findUnique({ where: { id } });
  if (!row) throw new AppError("NOT_FOUND", say("notFound"));
  for (const scope of scopesOf(row)) requireScope(by, actions.manage, scope);
  requireVersion(rowVersion, row.rowVersion, say("changedMeanwhile"));
  if (state !== undefined && row.state !== state)
    throw new AppError("CONFLICT", say(state === "planned" ? "isCancelled" : "isPlanned"));
  return row;
}

/** Deletes a test with its history, and its empty exams if it did not take place. @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT for another version than was seen */
export async function removeSchedule(seen: RemoveScheduleInput, by: Principal, now: Date): Promise<{ _id: string }> {
  const { id } = seen;
  await transaction(async (tx) => {
    const row = await lockTest(tx, seen, undefined, by);
    const known = await findKnown(row, now);
    await removeExams(tx, row, by, now);
    await tx.testSchedule.delete({ where: { id } });
    await notifyOfTest(tx, { scheduleId: id, known, row: null }, now);
    await record(tx, { action: "schedule-removed", by, subjectId: id, detail: detailOf(row) });
  });
  return { _id: id };
}

/**
 * Requires that the current warnings are the confirmed ones. Takes a lock, so that the second of two concurrent writers sees the
 * first one's test. API clients that do not know warnings send no `confirmed`, and skip the check and the lock (decision 199).
 * @throws AppError CONFLICT if the warnings differ
 */
export async function requireConfirmed(tx: Transaction, place: PlaceInput, confirmed: string | undefined, now: Date) {
  await takeLock(tx, "schedules", confirmed === undefined ? "shared" : "alone");
  const { warnings, fingerprint } = await checkPlace(place, now);
  if (confirmed !== undefined && warnings.length > 0 && confirmed !== fingerprint)
    throw new AppError("CONFLICT", say(confirmed === "" ? "notConfirmed" : "otherWarnings"));
  return { warnings, confirmed: confirmed !== undefined && warnings.length > 0 };
}

/** The place of a typed or stored test. */
export function placeOf(test: Omit<PlaceInput, "id">, id?: string): PlaceInput {
  const { className, sections, testDate, testTime, minutes } = test;
  return { className, sections, testDate, testTime, minutes, ...(id && { id }) };
}

/** The values of a test in its history. */
export function valuesOf(row: Omit<TestSchedule, "testDate"> & { testDate: Date | string }): Values {
  const { className, sections, subject, testDate, testTime, minutes, room, description } = row;
  const date = typeof testDate === "string" ? testDate : isoDate(testDate);
  return { className, sections, subject, testDate: date, testTime, minutes, room, description };
}

/** The details of a test's audit event. */
export function detailOf({ className, subject, testDate }: TestSchedule) {
  return { class: className, subject, date: isoDate(testDate) };
}

/** Deletes tests before a date. Returns their number. */
export async function removeTestsBefore(time: Date): Promise<number> {
  return (await db().testSchedule.deleteMany({ where: { testDate: { lt: time } } })).count;
}
