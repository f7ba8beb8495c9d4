import "server-only";
import { join } from "node:path";
import { env } from "@/env";
import { ensureAdmin, hasAdmin } from "@/features/auth/mutations-admin";
import { serversIn } from "@/lib/database-address";
import { quietConsole } from "@/server/console";
import { type Connection, closeDatabase, db, openDatabase } from "@/server/db";
import { requireDurable } from "@/server/durable";
import { eraseAgain } from "@/server/erasure";
import { configureFiles } from "@/server/files/configure";
import { expectMigrations, stopBeingReady } from "@/server/health";
import { freeIdempotencyKeys } from "@/server/idempotency";
import { enqueueNow, prepareJobs, startJobs } from "@/server/jobs";
import { logFatal } from "@/server/log";
import { tryNow } from "@/server/mail-outage";
import { endDeliveries } from "@/server/mail-run";
import { outageOf } from "@/server/outage";
import { newToken } from "@/server/passwords";
import { connectToCluster } from "@/server/postgres/cluster";
import { applyMigrations, readMigrations } from "@/server/postgres/migrate";
import { openSecret } from "@/server/secret";
import { startTracing } from "@/server/tracing";
import { backUpNightly, migrationsFolder } from "./backups";
import { openFront } from "./front";
import { jobs } from "./jobs";
import { reachDatabase, type Say, type Stop } from "./reach";
import { handleCallback } from "./uploads";
import { watched } from "./watch";

/** The running machinery behind the web server. */
export type Running = {
  /** The administrator's first login, on the start that made it; the password is null when it was given. */
  admin: { username: string; password: string | null } | null;
  openFront: typeof openFront;
  watched: typeof watched;
  quietConsole: typeof quietConsole;
  logFatal: typeof logFatal;
  outageOf: typeof outageOf;
  /** Ends all of it in order: nothing loses what it stands on. */
  stop: Stop;
  /** Ends all of it at the same time, for a process that is broken and has no second to lose. */
  stopAtOnce: Stop;
};

/**
 * Opens data, files and jobs, in this order, and says what it does.
 * @param reached the database, which may still be starting @param stops what ends it @throws StartError, EnvError
 */
export async function start(say: Say, reached: Promise<Connection>, stops: Stop[]): Promise<Running> {
  const stop = async () => {
    stopBeingReady();
    for (const end of stops.splice(0).reverse()) await end();
  };
  const stopAtOnce = async () => {
    stopBeingReady();
    await Promise.allSettled(stops.splice(0).map((end) => end()));
  };
  try {
    const endTracing = await startTracing();
    // At last: a receiver that is away takes longer than the rest has.
    if (endTracing) stops.unshift(endTracing);
    const connection = await reached;
    const version = await requireDurable(connection);
    await openProduct(connection, say, stops);
    await eraseAgain();
    // The embedded database is this process's alone.
    if (!env().DATABASE_URL) await freeIdempotencyKeys();
    sayWhere(say, version);
    const admin = await ensureFirstAdmin();
    // The settings of the mail server may be other ones now.
    await tryNow(db());
    stops.push(endDeliveries);
    const runner = await startJobs(jobs);
    stops.push(() => runner.stop());
    // What a crash left behind is looked at before anything new.
    for (const job of ["sweepUploads", "sendMails", "watchChain", "markKeptMails"]) await enqueueNow(job);
    return { admin, openFront, watched, quietConsole, logFatal, outageOf, stop, stopAtOnce };
  } catch (error) {
    // What is still starting is ended, too.
    await reached.catch(() => {});
    await stop();
    throw error;
  }
}

/**
 * Opens data and files for a command, beside a product that may be running. Starts no jobs: those it enqueues are done by
 * the product. Answers how to close again. @throws StartError, EnvError
 */
export async function openForCommand(say: Say): Promise<Stop> {
  const stops: Stop[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    const { DATABASE_URL, DATA_DIR } = env();
    const running = DATABASE_URL ? undefined : await connectToCluster(DATA_DIR);
    await openProduct(running ?? (await reachDatabase(say, stops)), say, stops);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** One line each of what the product stands on. */
function sayWhere(say: Say, version: string): void {
  const { DATABASE_URL, DATA_DIR, SMTP_URL, UPLOADTHING_TOKEN } = env();
  const servers = serversIn(DATABASE_URL ?? "").map((server) => new URL(server).host);
  const place = DATABASE_URL
    ? `at ${servers.join(", ")}`
    : `embedded in ${join(/*turbopackIgnore: true*/ DATA_DIR, "postgres")}`;
  say(`Database: PostgreSQL ${version.split(" ")[0]}, ${place}`);
  say(`Files: ${UPLOADTHING_TOKEN ? "UploadThing's cloud" : join(/*turbopackIgnore: true*/ DATA_DIR, "files")}`);
  say(`Mail: ${SMTP_URL ? new URL(SMTP_URL).host : join(/*turbopackIgnore: true*/ DATA_DIR, "mail")}`);
}

/** Does work on the database alone, beside a product that may be running. @throws StartError, EnvError */
export async function withDatabase<Result>(say: Say, work: (connection: Connection) => Promise<Result>) {
  const stops: Stop[] = [];
  try {
    const { DATABASE_URL, DATA_DIR } = env();
    const running = DATABASE_URL ? undefined : await connectToCluster(DATA_DIR);
    return await work(running ?? (await reachDatabase(say, stops)));
  } finally {
    for (const end of stops.splice(0).reverse()) await end();
  }
}

/** As {@link withDatabase}, where no product may be running. @throws StartError, EnvError */
export async function withDatabaseAlone<Result>(say: Say, work: (connection: Connection) => Promise<Result>) {
  const stops: Stop[] = [];
  try {
    return await work(await reachDatabase(say, stops));
  } finally {
    for (const end of stops.splice(0).reverse()) await end();
  }
}

async function openProduct(connection: Connection, say: Say, stops: Stop[]): Promise<void> {
  const applied = await applyMigrations(connection, migrationsFolder(), async () => {
    if (env().BACKUP_DIR) say(`Backed up before the tables change: ${(await backUpNightly(connection)).path}`);
  });
  expectMigrations((await readMigrations(migrationsFolder())).length);
  if (applied.length > 0) say(`Prepared the tables (${applied.length} migration${applied.length > 1 ? "s" : ""}).`);
  openDatabase(connection);
  stops.push(closeDatabase);
  await prepareJobs();
  configureFiles({
    secret: await openSecret(),
    dataDir: env().DATA_DIR,
    callback: handleCallback,
  });
}

/** Makes the administrator unless there is one, with the settings' name and password or a generated one (decision 1). */
export async function ensureFirstAdmin(): Promise<Running["admin"]> {
  if (await hasAdmin()) return null;
  const username = env().ADMIN_USERNAME ?? "admin";
  const generated = env().ADMIN_PASSWORD === undefined ? newToken().slice(0, 20) : null;
  const made = await ensureAdmin(username, env().ADMIN_PASSWORD ?? generated ?? "");
  return made ? { username, password: generated } : null;
}
