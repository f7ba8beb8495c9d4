import "server-only";
import type { AuditEntry } from "@/server/audit/audit";
import type { Transaction } from "@/server/db/client";

/** What somebody is known by, as texts. */
export type Values = Readonly<Record<string, string | null>>;

type Change = {
  userId: string;
  /** The event in the audit trail, which has no values. */
  eventId: string;
  action: AuditEntry["action"];
  by: string;
  reason?: string | undefined;
};

/** Keeps the fields that differ with their values before and after; they go with the person (decision 141). */
export async function keepChanges(tx: Transaction, change: Change, before: Values, after: Values): Promise<void> {
  const { userId, eventId, action, by, reason = null } = change;
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const data = fields
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }))
    .filter((one) => one.before !== one.after)
    .map((one) => ({ ...one, userId, eventId, action, reason, changedById: by }));
  if (data.length > 0) await tx.personChange.createMany({ data });
}
