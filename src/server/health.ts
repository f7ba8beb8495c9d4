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

/**
 * True when requests can be served whole: this process is not on its way out, the database answers and has the tables of
 * this version, and files can be stored, with more than 5 % of the disk or a gigabyte free (R53).
 */
export async function isReady(): Promise<boolean> {
  if (shared.lyceumStopping) return false;
  try {
    // The end may have begun while the database was asked.
    return (await hasTables()) && (await hasStore()) && !shared.lyceumStopping;
  } catch {
    return false;
  }
}

async function hasTables(): Promise<boolean> {
  const { rows } = await pool().query<{ count: number }>(
    "select count(*)::int from _prisma_migrations where finished_at is not null and rolled_back_at is null",
  );
  return (rows[0]?.count ?? 0) >= (shared.lyceumMigrations ?? 0);
}

async function hasStore(): Promise<boolean> {
  await access(/*turbopackIgnore: true*/ await filesFolder(), constants.R_OK | constants.W_OK | constants.X_OK);
  const { bavail, blocks, bsize } = await statfs(/*turbopackIgnore: true*/ files().dataDir);
  return bavail * bsize > Math.min(gigabyte, blocks * bsize * 0.05);
}
