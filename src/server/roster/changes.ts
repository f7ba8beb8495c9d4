import "server-only";
import { type AuditEntry, record } from "@/server/audit/audit";
import type { Transaction } from "@/server/db/client";

/** Identifying values, as texts. */
export type Values = Readonly<Record<string, string | null>>;

type Changed = { userId: string; before: Values; after: Values };

type Acted = AuditEntry & { by: NonNullable<AuditEntry["by"]>; reason?: string | undefined };

/**
 * Records an event, which has no values, and stores the changed fields with their values before and after; these are deleted
 * with the person (decision 141). Returns the event's id.
 */
export async function recordChanges(tx: Transaction, acted: Acted, people: readonly Changed[]): Promise<string> {
  const { reason = null, ...entry } = acted;
  const eventId = await record(tx, entry);
  const kept = { eventId, action: entry.action, reason, changedById: entry.by.userId };
  const data = people.flatMap(({ userId, before, after }) =>
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
      .filter((one) => one.before !== one.after)
      .map((one) => ({ ...one, ...kept, userId })),
  );
  if (data.length > 0) await tx.personChange.createMany({ data });
  return eventId;
}

type PlaceInClass = { className: number; section: string | null; rollNo: string | null };

/** A place in a class as the history keeps it. */
export const valuesOf = (place: PlaceInClass | null): Values =>
  place ? { className: String(place.className), section: place.section, rollNo: place.rollNo } : {};
