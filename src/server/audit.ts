import "server-only";
import type { AuditAction } from "@/lib/audit-actions";
import type { Principal } from "@/lib/principal";
import { db, type Transaction } from "./db";
import type { Prisma } from "./generated/prisma/client";
import { apart } from "./unit";

/** What someone did. `detail` names nobody: counts, classes, the name of a call. */
export type AuditEntry = {
  action: AuditAction;
  by: Pick<Principal, "userId" | "role"> | null;
  /** The id of what it was done to. */
  subjectId?: string | undefined;
  detail?: Prisma.InputJsonObject | undefined;
  /** The network address of the caller, for logins. */
  address?: string | undefined;
};

/** Adds to the audit trail when, and only when, the change beside it commits. */
export async function record(tx: Transaction, { action, by, ...rest }: AuditEntry): Promise<void> {
  await tx.auditEvent.create({
    data: { action, actorId: by?.userId ?? null, actorRole: by?.role ?? null, ...rest },
    select: { id: true },
  });
}

/** Adds to the audit trail at once, for what changes nothing: a refusal, a read. It stands whatever comes of the rest. */
export async function recordNow(entry: AuditEntry): Promise<void> {
  await apart(() => record(db(), entry));
}

/** Forgets what was done before a time, which the database allows when that is a year ago. Answers how many. */
export async function removeEventsBefore(time: Date): Promise<number> {
  return (await db().auditEvent.deleteMany({ where: { at: { lt: time } } })).count;
}
