import "server-only";
import { access, constants } from "@/server/builtins";
import { pool } from "@/server/db/client";
import { fullerDisk, nearlyFull } from "@/server/db/disk-space";
import { files } from "@/server/files/configure";
import { filesFolder } from "@/server/files/disk";
import { processState } from "@/server/process-state";

/** `src/main/serve.mjs` also sets `lyceumStopping`, when the shutdown begins. */
const shared = processState<{ lyceumStopping?: boolean; lyceumMigrations?: number }>();

/** Makes the readiness check fail from now on. */
export function beginShutdown(): void {
  shared.lyceumStopping = true;
}

/** True during shutdown: long work that can resume later should stop. */
export function isStopping(): boolean {
  return shared.lyceumStopping ?? false;
}

export function expectMigrations(count: number): void {
  shared.lyceumMigrations = count;
}

/** "nearly full" still serves every request. */
export type Readiness = "ready" | "nearly full" | "read-only" | "not ready";

/** Readiness (R53): not shutting down, database migrated and writable, 5 % or 1 GB of each disk free. */
export async function readiness(): Promise<Readiness> {
  const found = await Promise.all([databaseReadiness(), storeReadiness()]).catch(() => [unready]);
  // The shutdown may have begun during the query.
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
  await access(await filesFolder(), constants.R_OK | constants.W_OK | constants.X_OK);
  const { freeBytes, diskBytes } = await fullerDisk(files().dataDir);
  return freeBytes > nearlyFull(diskBytes) ? "ready" : "nearly full";
}
