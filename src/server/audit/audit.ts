import "server-only";
import type { AuditAction } from "@/features";
import type { Principal } from "@/lib/principal";
import { db, type Transaction } from "@/server/db/client";
import { outsideTransaction } from "@/server/db/transaction";
import type { Prisma } from "@/server/generated/prisma/client";

/** An event for the audit trail. `detail` must not name a person: only counts, classes, procedure names and titles. */
export type AuditEntry = {
  action: AuditAction;
  by: Pick<Principal, "userId" | "role"> | null;
  subjectId?: string | undefined;
  detail?: Prisma.InputJsonObject | undefined;
  address?: string | undefined;
};

/** Records an event in the transaction of the change. Returns its id. */
export async function record(tx: Transaction, { action, by, ...rest }: AuditEntry): Promise<string> {
  const { id } = await tx.auditEvent.create({
    data: { action, actorId: by?.userId ?? null, actorRole: by?.role ?? null, ...rest },
    select: { id: true },
  });
  return id;
}

/** Records an event outside of any transaction, for refusals and reads. */
export async function recordNow(entry: AuditEntry): Promise<void> {
  await outsideTransaction(() => record(db(), entry));
}

/** Edits of a person in the last 15 minutes count as one sitting: further edits within it make no new event. */
export function ofSitting(by: Principal, now: Date) {
  return { changedById: by.userId, changedAt: { gt: new Date(now.getTime() - 15 * 60 * 1000) } };
}

/** The time of the last event up to `time`; null if there is none. */
export async function findLastEvent(time: Date): Promise<Date | null> {
  const event = await db().auditEvent.findFirst({
    where: { at: { lte: time } },
    orderBy: { at: "desc" },
    select: { at: true },
  });
  return event?.at ?? null;
}

/** Deletes events before `time`, which the database allows after one year. Returns their number. */
export async function removeEventsBefore(time: Date): Promise<number> {
  return (await db().auditEvent.deleteMany({ where: { at: { lt: time } } })).count;
}

/** Records that personal data were read; an empty list is not recorded. */
export async function recordReading(action: AuditAction, by: Principal, count: number): Promise<void> {
  if (count > 0) await recordNow({ action, by, detail: { count } });
}

/**
 * Events that the export leaves out unless the person caused them. The export has the results that count now; these events
 * would reveal one that was taken back before the family saw it (decision 364).
 */
const untold: AuditAction[] = [
  "guardian-ended-quietly",
  "results-added",
  "result-taken-back",
  "result-corrected",
  "correction-taken-back",
];

/**
 * The events that a person caused or that concern the person, in the form of an export. While the person's identity is
 * unproven, the only events that count as concerning the person are refused logins.
 */
export async function listEventsOf(userId: string | null, isKnown: boolean) {
  if (userId === null) return [];
  const action: Prisma.StringFilter | AuditAction = isKnown ? { notIn: untold } : "login-refused";
  const where = { OR: [{ actorId: userId }, { subjectId: userId, action }] };
  const events = await db().auditEvent.findMany({ where, orderBy: { id: "asc" } });
  return events.map(({ at, action, actorId, detail, address }) => ({
    at,
    action,
    detail: detail as Record<string, unknown> | null,
    // Otherwise the address is personal data of the person who acted, known or not.
    address: actorId === userId ? address : null,
  }));
}

/** Events for the Activity page, newest first. */
export function listEventRows(where: Prisma.AuditEventWhereInput, take: number) {
  return db().auditEvent.findMany({ where, orderBy: [{ at: "desc" }, { id: "desc" }], take });
}
