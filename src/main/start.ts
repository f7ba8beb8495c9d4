import "server-only";
import { env } from "@/env";
import { features } from "@/features";
import { ensureAdmin, hasAdmin } from "@/features/auth/mutations-admin";
import { withPreviews } from "@/http/draft-page";
import { openGateway } from "@/http/gateway";
import { withRequestLog } from "@/http/request-log";
import { handleCallback } from "@/http/upload-handlers";
import { newToken } from "@/server/auth/passwords";
import { openSecret } from "@/server/auth/secret";
import { join } from "@/server/builtins";
import { checkDurability } from "@/server/db/check-durability";
import { type Connection, closeDatabase, db, openDatabase } from "@/server/db/client";
import { databaseErrorOf } from "@/server/db/database-errors";
import { configureFiles } from "@/server/files/configure";
import { enqueueNow, prepareJobs, startJobs } from "@/server/jobs/jobs";
import { probeNow } from "@/server/mail/circuit-breaker";
import { endDeliveries } from "@/server/mail/delivery";
import { quietConsole } from "@/server/observability/console";
import { beginShutdown, expectMigrations } from "@/server/observability/health";
import { logFatal } from "@/server/observability/log";
import { startTracing } from "@/server/observability/tracing";
import { applyMigrations, readMigrations } from "@/server/postgres/migrate";
import { reapplyEndings } from "@/server/privacy/ended";
import { reapplyErasures } from "@/server/privacy/erasure";
import { freeIdempotencyKeys } from "@/server/rest/idempotency";
import { migrationsFolder } from "./backups";
import { type May, prepareMigrations } from "./before-migrations";
import { jobs } from "./jobs";
import {
  closeOnSignal,
  databasePlace,
  findDatabase,
  findDatabaseAlone,
  limited,
  type Say,
  type Stop,
  stopAll,
} from "./open-database";
import {
  warnOfBackupFolder,
  warnOfLocalLinks,
  warnOfLostFiles,
  warnOfMissingCallback,
  warnOfOtherSecret,
} from "./warnings";

/** What the rooms have to write before the process ends. */
const atStop = features.flatMap((room) => room.atStop ?? []);

/**
 * Opens data, files and jobs, in this order.
 * @param connecting the database, which may still be starting @param stops how to shut it down @throws StartError, EnvError
 */
export async function start(say: Say, connecting: Promise<Connection>, stops: Stop[]) {
  const stop: Stop = async (milliseconds) => {
    beginShutdown();
    await stopAll(stops, milliseconds);
  };
  const stopAtOnce = async () => {
    beginShutdown();
    await Promise.allSettled(stops.splice(0).map((end) => end()));
  };
  try {
    const endTracing = await startTracing();
    // First in the list, so it ends last: an unreachable collector may use up the rest of the shutdown time.
    if (endTracing) stops.unshift(endTracing);
    const connection = await connecting;
    const version = await checkDurability(connection);
    await openProduct(connection, say, stops, "migrate");
    await reapplyErasures();
    await reapplyEndings();
    // Only this process uses the embedded database, so reserved keys are left over from a crash.
    if (!env().DATABASE_URL) await freeIdempotencyKeys();
    await printLocations(say, version);
    await warnOfBackupFolder(say);
    await warnOfOtherSecret(say);
    await warnOfLostFiles(say);
    warnOfMissingCallback(say);
    warnOfLocalLinks(say);
    // The mail server's settings may have changed: retry waiting emails immediately.
    await probeNow(db());
    stops.push(limited(0.3, endDeliveries));
    const runner = await startJobs(jobs);
    // A job may last for minutes.
    stops.push(limited(0.25, () => runner.stop()));
    stops.push(limited(0.1, async () => void (await Promise.allSettled(atStop.map((write) => write())))));
    // Process work that a crash left behind.
    for (const job of [
      "sweepUploads",
      "sweepTasks",
      "releaseDue",
      "sendMails",
      "watchChain",
      "markKeptMails",
      "adoptLogo",
    ])
      await enqueueNow(job);
    return {
      ensureFirstAdmin,
      openGateway,
      withRequestLog,
      withPreviews,
      quietConsole,
      logFatal,
      databaseErrorOf,
      /** Takes no more jobs, so that other processes do them once the shutdown begins. */
      stopTaking: () => void runner.stop(),
      /** Stops everything in reverse order of dependency, within the given milliseconds. */
      stop,
      /** Stops everything in parallel, for a process that has crashed. */
      stopAtOnce,
    };
  } catch (error) {
    // A database that is still starting must be stopped, too.
    await connecting.catch(() => {});
    await stop();
    throw error;
  }
}

/** The running machinery behind the web server. */
export type Running = Awaited<ReturnType<typeof start>>;

/**
 * Opens data and files for a command; the product may be running. Starts no job runner: the product runs the jobs that the
 * command enqueues. Returns how to close again. @throws StartError, EnvError
 */
export async function openForCommand(say: Say, mayCreate = false): Promise<Stop> {
  const stops: Stop[] = [];
  const stop = () => stopAll(stops);
  try {
    await openProduct(await findDatabase(say, stops, mayCreate), say, stops, mayCreate ? "create" : "use");
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

async function printLocations(say: Say, version: string): Promise<void> {
  const { DATA_DIR, SMTP_URL, UPLOADTHING_TOKEN } = env();
  say(`Database: PostgreSQL ${version.split(" ")[0]}, ${await databasePlace()}`);
  say(`Files: ${UPLOADTHING_TOKEN ? "UploadThing's cloud" : join(DATA_DIR, "files")}`);
  say(`Mail: ${SMTP_URL ? new URL(SMTP_URL).host : join(DATA_DIR, "mail")}`);
}

/** Runs `work` on the database; the product may be running. @throws StartError, EnvError */
export function withDatabase<Result>(say: Say, work: (connection: Connection) => Promise<Result>) {
  return withOpened(work, (stops) => findDatabase(say, stops));
}

/** Like {@link withDatabase}, but fails if the product is running. @throws StartError, EnvError */
export function withDatabaseAlone<Result>(say: Say, work: (connection: Connection) => Promise<Result>) {
  return withOpened(work, (stops) => findDatabaseAlone(say, stops));
}

async function withOpened<Result>(
  work: (connection: Connection) => Promise<Result>,
  connect: (stops: Stop[]) => Promise<Connection>,
): Promise<Result> {
  const stops: Stop[] = [];
  const stop = () => stopAll(stops);
  const opening = connect(stops);
  closeOnSignal(opening.then(() => stop).catch(() => stop));
  try {
    return await work(await opening);
  } finally {
    await stop();
  }
}

async function openProduct(connection: Connection, say: Say, stops: Stop[], may: May): Promise<void> {
  const before = (earlier: number) => prepareMigrations(earlier, may, connection, say);
  const applied = await applyMigrations(connection, migrationsFolder(), before);
  expectMigrations((await readMigrations(migrationsFolder())).length);
  if (applied.length > 0) say(`Applied ${applied.length} migration${applied.length > 1 ? "s" : ""}.`);
  openDatabase(connection);
  // It waits for the connections of jobs that are still running.
  stops.push(limited(0.05, closeDatabase));
  await prepareJobs();
  configureFiles({
    secret: await openSecret(),
    dataDir: env().DATA_DIR,
    callback: handleCallback,
  });
}

/**
 * Creates the administrator if none exists, with ADMIN_USERNAME and ADMIN_PASSWORD or a generated password (decision 1). Returns
 * the first login if it was made now; its password is null if ADMIN_PASSWORD was set.
 */
export async function ensureFirstAdmin(): Promise<{ username: string; password: string | null } | null> {
  if (await hasAdmin()) return null;
  const username = env().ADMIN_USERNAME ?? "admin";
  const generated = env().ADMIN_PASSWORD === undefined ? newToken().slice(0, 20) : null;
  const made = await ensureAdmin(username, env().ADMIN_PASSWORD ?? generated ?? "");
  return made ? { username, password: generated } : null;
}
