import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { env } from "@/env";
import { serversIn } from "@/lib/database-address";
import { StartError } from "@/lib/start-error";
import { join } from "@/server/builtins";
import type { Connection } from "@/server/db/client";
import { watchDiskSpace } from "@/server/db/disk-space";
import { log } from "@/server/observability/log";
import { connectToCluster, startCluster } from "@/server/postgres/cluster";
import { openDataDir, refuseForRoot } from "@/server/postgres/data-dir";
import { findLocation } from "@/server/postgres/location";
import { lockDataDir } from "@/server/postgres/lock";

export type Say = (line: string) => void;
/** Stops a part of the machinery; `milliseconds` are the time that all parts have together, if it is limited. */
export type Stop = (milliseconds?: number) => Promise<void>;

/** Waits for `end` at most for this share of the time, so that the later parts are stopped in any case. */
export function limited(part: number, end: () => Promise<void>): Stop {
  return async (milliseconds) => {
    const ended = end();
    await (milliseconds === undefined
      ? ended
      : Promise.race([ended, delay(milliseconds * part, undefined, { ref: false })]));
  };
}

/**
 * Makes Ctrl-C close whatever a command has opened, or is still opening, and end the process. The signal comes twice: the
 * terminal sends it to all processes of the command, and the first one passes it on.
 */
export function closeOnSignal(opening: Promise<Stop>): void {
  let isClosing = false;
  const interrupt = () => {
    if (isClosing) return;
    isClosing = true;
    // Work in progress now fails on the closed database; its errors say nothing useful.
    process.stderr.write = () => true;
    log().level = "silent";
    const closed = opening.then((close) => close()).catch(() => {});
    void closed.then(() => process.exit(1));
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, interrupt);
}

/** Stops everything in reverse order, and goes on if a part fails. */
export async function stopAll(stops: Stop[], milliseconds?: number): Promise<void> {
  for (const end of stops.splice(0).reverse()) await end(milliseconds).catch(() => {});
}

/** Where the database is, for a person at the console. @throws StartError if the embedded one is gone */
export async function databasePlace(): Promise<string> {
  const { DATA_DIR, DATABASE_URL } = env();
  if (!DATABASE_URL) return `embedded in ${(await findLocation(DATA_DIR))?.folder ?? join(DATA_DIR, "postgres")}`;
  const addresses = serversIn(DATABASE_URL).map((server) => new URL(server));
  const places = addresses.map(({ host, pathname, searchParams }) => (searchParams.get("host") ?? host) + pathname);
  return `at ${places.join(", ")}`;
}

/**
 * Returns the connection to DATABASE_URL, else starts the embedded PostgreSQL and adds its shutdown to `stops`. Imports
 * little, so that the caller can load the rest of the product while the database starts.
 * @throws StartError
 */
export async function connectDatabase(say: Say, stops: Stop[]): Promise<Connection> {
  const { DATA_DIR, DATABASE_URL } = env();
  if (DATABASE_URL) {
    await openDataDir(DATA_DIR);
    return { connectionString: DATABASE_URL };
  }
  const hold = await lockDataDir(DATA_DIR);
  stops.push(() => hold.release());
  const cluster = await startCluster({ dataDir: DATA_DIR, say });
  stops.push(() => cluster.stop());
  watchDiskSpace(cluster.folder);
  if (cluster.adopted) say("The embedded PostgreSQL of a killed process is still running; reusing it.");
  return cluster.connection;
}

/**
 * The database for a command, also while the product runs. If there was none, for example because DATA_DIR is mistyped, the
 * command would otherwise create an empty institute and report success. @throws StartError if there is none, unless the command
 * `mayCreate` it
 */
export async function findDatabase(say: Say, stops: Stop[], mayCreate = false): Promise<Connection> {
  const { DATA_DIR, DATABASE_URL } = env();
  await refuseForRoot(DATA_DIR);
  if (DATABASE_URL) return connectDatabase(say, stops);
  if (!mayCreate && !(await findLocation(DATA_DIR)))
    throw new StartError(`There is no Lyceum in ${DATA_DIR}: is DATA_DIR right?`);
  return (await connectToCluster(DATA_DIR)) ?? (await connectDatabase(say, stops));
}

/** The database for a command, while the product does not run. @throws StartError */
export async function findDatabaseAlone(say: Say, stops: Stop[]): Promise<Connection> {
  await refuseForRoot(env().DATA_DIR);
  return connectDatabase(say, stops);
}
