import "server-only";
import { access, constants, statfs } from "node:fs/promises";
import { pool } from "./db";
import { files } from "./files/configure";
import { filesFolder } from "./files/disk";

/** `lyceumStopping` is set by `scripts/start.mjs` too, at the first word of the end. */
const shared = globalThis as typeof globalThis & { lyceumStopping?: boolean; lyceumMigrations?: number };

const gigabyte = 1024 ** 3;

/** Says from now on that this process takes no new work. */
export function stopBeingReady(): void {
  shared.lyceumStopping = true;
}

/** True once this process is on its way out: what takes long stops where it can be taken up again. */
export function isStopping(): boolean {
  return shared.lyceumStopping ?? false;
}

/** Says how many migrations the database must have. */
export function expectMigrations(count: number): void {
  shared.lyceumMigrations = count;
}

/** How far requests can be served now. Where the disk is nearly full, all is, until the last room for rows is gone. */
export type Readiness = "ready" | "nearly full" | "read-only" | "not ready";

/**
 * Looks whether this process is not on its way out, the database answers, has the tables of this version and takes writes,
 * and files can be stored, with more than 5 % of the disk or a gigabyte free (R53).
 */
export async function readiness(): Promise<Readiness> {
  const found = await Promise.all([databaseReadiness(), storeReadiness()]).catch(() => [unready]);
  // The end may have begun while the database was asked.
  if (shared.lyceumStopping) return unready;
  return gravest.find((one) => found.includes(one)) ?? "ready";
}

const unready: Readiness = "not ready";
const gravest: Readiness[] = [unready, "read-only", "nearly full"];

async function databaseReadiness(): Promise<Readiness> {
  const { rows } = await pool().query<{ count: number; readOnly: boolean }>(
    `select count(*)::int, current_setting('transaction_read_only')::boolean as "readOnly"
     from _prisma_migrations where finished_at is not null and rolled_back_at is null`,
  );
  const { count = 0, readOnly } = rows[0] ?? {};
  if (count < (shared.lyceumMigrations ?? 0)) return unready;
  return readOnly ? "read-only" : "ready";
}

async function storeReadiness(): Promise<Readiness> {
  await access(/*turbopackIgnore: true*/ await filesFolder(), constants.R_OK | constants.W_OK | constants.X_OK);
  const { bavail, blocks, bsize } = await statfs(/*turbopackIgnore: true*/ files().dataDir);
  return bavail * bsize > Math.min(gigabyte, blocks * bsize * 0.05) ? "ready" : "nearly full";
}
