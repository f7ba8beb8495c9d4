import "server-only";
import { type AuditEntry, record } from "@/server/audit/audit";
import type { Transaction } from "@/server/db/client";

/** Identifying values, as texts. */
export type Values = Readonly<Record<string, string | null>>;

type Change = {
  /** The id of the audit event, which has no values. */
  eventId: string;
  action: AuditEntry["action"];
  by: string;
  reason?: string | undefined;
};

type Changed = { userId: string; before: Values; after: Values };

/** Stores the changed fields with their values before and after; they are deleted with the person (decision 141). */
export async function keepChanges(tx: Transaction, change: Change, people: readonly Changed[]): Promise<void> {
  const { eventId, action, by, reason = null } = change;
  const data = people.flatMap(({ userId, before, after }) =>
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
      .filter((one) => one.before !== one.after)
      .map((one) => ({ ...one, userId, eventId, action, reason, changedById: by })),
  );
  if (data.length > 0) await tx.personChange.createMany({ data });
}

type Acted = AuditEntry & { by: NonNullable<AuditEntry["by"]>; reason?: string | undefined };

/** Records an event, and stores what it changed as {@link keepChanges} does. */
export async function recordChanges(tx: Transaction, acted: Acted, people: readonly Changed[]): Promise<void> {
  const { reason, ...entry } = acted;
  const eventId = await record(tx, entry);
  await keepChanges(tx, { eventId, action: entry.action, by: entry.by.userId, reason }, people);
}

type PlaceInClass = { className: number; section: string | null; rollNo: string | null };

/** A place in a class as the history keeps it. */
export const valuesOf = (place: PlaceInClass | null): Values =>
  place ? { className: String(place.className), section: place.section, rollNo: place.rollNo } : {};
