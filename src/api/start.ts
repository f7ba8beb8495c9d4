import "server-only";
import { join } from "node:path";
import { env } from "@/env";
import { ensureAdmin, hasAdmin } from "@/features/auth/mutations";
import { quietConsole } from "@/server/console";
import { type Connection, closeDatabase, openDatabase } from "@/server/db";
import { configureFiles } from "@/server/files/configure";
import { stopBeingReady } from "@/server/health";
import { enqueueNow, prepareJobs, startJobs } from "@/server/jobs";
import { newToken } from "@/server/passwords";
import { connectToCluster, startCluster } from "@/server/postgres/cluster";
import { openDataDir } from "@/server/postgres/data-dir";
import { holdDataDir } from "@/server/postgres/lock";
import { applyMigrations } from "@/server/postgres/migrate";
import { openSecret } from "@/server/secret";
import { startTracing } from "@/server/tracing";
import { front } from "./front";
import { jobs } from "./jobs";
import { handleCallback } from "./uploads";

type Say = (line: string) => void;
type Stop = () => Promise<void>;

/** The running machinery behind the web server. */
export type Running = {
  /** The administrator's first login, on the start that made it; the password is null when it was given. */
  admin: { username: string; password: string | null } | null;
  front: typeof front;
  quietConsole: typeof quietConsole;
  stop: Stop;
};

/** Opens data, files and jobs, in this order, and says what it does. @throws StartError, EnvError */
export async function start(say: Say): Promise<Running> {
  const stops: Stop[] = [];
  const stop = async () => {
    stopBeingReady();
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    const endTracing = await startTracing();
    if (endTracing) stops.push(endTracing);
    const connection = await reachDatabase(say, stops);
    await openProduct(connection, say, stops);
    const admin = await ensureFirstAdmin();
    const runner = await startJobs(jobs);
    stops.push(() => runner.stop());
    // What a crash left behind is looked at before anything new.
    for (const job of ["sweepUploads", "sendMails", "watchChain"]) await enqueueNow(job);
    return { admin, front, quietConsole, stop };
  } catch (error) {
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

async function reachDatabase(say: Say, stops: Stop[]): Promise<Connection> {
  const { DATA_DIR, DATABASE_URL } = env();
  if (DATABASE_URL) {
    await openDataDir(DATA_DIR);
    say(`Using the PostgreSQL server at ${new URL(DATABASE_URL).host}.`);
    return { connectionString: DATABASE_URL };
  }
  const hold = await holdDataDir(DATA_DIR);
  stops.push(() => hold.release());
  const cluster = await startCluster({ dataDir: DATA_DIR, say });
  stops.push(() => cluster.stop());
  say(`${cluster.adopted ? "Found the running" : "Started the"} embedded PostgreSQL ${cluster.version}.`);
  return cluster.connection;
}

async function openProduct(connection: Connection, say: Say, stops: Stop[]): Promise<void> {
  const applied = await applyMigrations(
    connection,
    join(/*turbopackIgnore: true*/ process.cwd(), "prisma", "migrations"),
  );
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
