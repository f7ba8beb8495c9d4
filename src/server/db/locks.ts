import "server-only";
import type { Transaction } from "./client";

/** Kinds of work that only one transaction does at a time. `subjects` is taken before `exams`. */
type Lock =
  | "enrolled applications"
  | "exams"
  | "imports"
  | "institute"
  | "intakes"
  | "invitations"
  | "news"
  | "schedules"
  | "school_years"
  | "settings"
  | "subjects";

/** Waits for a lock and holds it until the transaction ends. Transactions that share a lock do not wait for each other. */
export async function takeLock(tx: Transaction, name: Lock, how: "alone" | "shared" = "alone"): Promise<void> {
  await (how === "alone"
    ? tx.$executeRaw`select pg_advisory_xact_lock(hashtext(${name}))`
    : tx.$executeRaw`select pg_advisory_xact_lock_shared(hashtext(${name}))`);
}

/** Waits for the lock of one calendar or phone number and holds it until the transaction ends. */
export async function takeLockOf(tx: Transaction, kind: "calendar" | "phone", key: string): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`${kind} ${key}`}, 0))`;
}
