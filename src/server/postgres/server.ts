import { spawn } from "node:child_process";
import { closeSync, fchownSync, openSync } from "node:fs";
import { readFile, realpath, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { StartError } from "@/lib/start-error";
import { runAs } from "./account";
import type { Binaries } from "./binaries";
import { superuser } from "./create";
import type { Place } from "./place";
import { clearRemains, isServerProcess, readPidFile } from "./running";
import { serverEnvironment, serverFlags } from "./settings";
import { isListening, openSocketFolder, socketPort } from "./socket";

/** A server that answers. `ended` is fulfilled when its process is gone, for whatever reason. */
export type Server = { socket: string; version: string; ended(): Promise<void> };

const startPatience = 120_000;
const logLimit = 5_000_000;

/**
 * The server that already runs on the cluster of `place`; one that is about to stop is waited for and is none.
 * @throws StartError when it runs but does not answer, or where this process cannot see it.
 */
export async function findServer(place: Place): Promise<Server | undefined> {
  for (const deadline = performance.now() + startPatience; performance.now() < deadline; await delay(50)) {
    const file = await readPidFile(place.data);
    if (!file) return undefined;
    if (!(await isServerProcess(file.pid, place.data))) return refuseUnseen(place, file.socket);
    const { pid, socket, isReady } = file;
    const version = isReady && socket && (await versionOf(place, socket));
    if (version) return { socket, version, ended: () => ending(pid, place.data) };
  }
  throw new StartError(`The database server of ${place.folder} runs but does not answer; its log is ${place.log}.`);
}

/** A server in another container, on the same volume, has no process here; two on one cluster would ruin it. */
async function refuseUnseen(place: Place, socket: string | undefined): Promise<undefined> {
  for (let attempt = 1; socket && (await isListening(socket)); attempt++) {
    if (attempt === 5) {
      throw new StartError(
        `Another Lyceum, perhaps in another container, already uses the database in ${place.folder}: stop it first.`,
      );
    }
    // A process that was killed this moment may still hold its socket.
    await delay(50);
  }
}

/** A process that is nobody's child can only be watched from outside. */
function ending(pid: number, data: string): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(async () => {
      if (await isServerProcess(pid, data)) return;
      clearInterval(timer);
      resolve();
    }, 250).unref();
  });
}

type StartOptions = { binaries: Binaries; socket: string; throwAway: boolean };

/**
 * Starts a server on the cluster of `place`, where none runs, and waits until it answers. It is in a process group of
 * its own: Ctrl-C in a terminal reaches the application alone, which lets its requests end first.
 * @throws StartError when it does not come up.
 */
export async function startServer(place: Place, { binaries, socket, throwAway }: StartOptions): Promise<Server> {
  await openSocketFolder(place, socket);
  await clearRemains(place.data, socket);
  const logged = await turnLog(place.log);
  const log = openSync(/*turbopackIgnore: true*/ place.log, "a", 0o600);
  if (place.account) fchownSync(log, place.account.uid, place.account.gid);
  const program = join(/*turbopackIgnore: true*/ binaries.folder, "bin", "postgres");
  const child = spawn(program, ["-D", place.data, ...serverFlags(socket, throwAway)], {
    ...runAs(place.account),
    cwd: "/",
    env: serverEnvironment,
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  child.unref();
  let running = true;
  const ended = new Promise<void>((resolve) => {
    for (const event of ["exit", "error"]) child.once(event, () => resolve());
  }).finally(() => {
    running = false;
  });
  for (const deadline = performance.now() + startPatience; running && performance.now() < deadline; await delay(20)) {
    // Each question before that would be a process of its own, and take the processor from the recovery.
    const version = (await readPidFile(place.data))?.isReady && (await versionOf(place, socket));
    if (version) return { socket, version, ended: () => ended };
  }
  child.kill("SIGINT");
  throw new StartError(
    `The database server did not start: ${await lastComplaint(place.log, logged)} Its log is ${place.log}.`,
  );
}

/** The version of the server behind `socket`, when it answers and works on this very cluster. */
async function versionOf(place: Place, socket: string): Promise<string | undefined> {
  const client = new pg.Client({
    host: socket,
    port: socketPort,
    user: superuser,
    database: "postgres",
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ data: string; version: string }>(
      "select current_setting('data_directory') as data, current_setting('server_version') as version",
    );
    const row = rows[0];
    return row && (await realpath(/*turbopackIgnore: true*/ row.data)) === place.data ? row.version : undefined;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Begins a new log where the old one has grown long; answers how long it is now. */
async function turnLog(path: string): Promise<number> {
  const { size } = await stat(/*turbopackIgnore: true*/ path).catch(() => ({ size: 0 }));
  if (size < logLimit) return size;
  await rename(/*turbopackIgnore: true*/ path, `${path}.old`);
  return 0;
}

async function lastComplaint(log: string, from: number): Promise<string> {
  const written = await readFile(/*turbopackIgnore: true*/ log).catch(() => Buffer.alloc(0));
  const lines = written.subarray(from).toString().split("\n");
  const line = lines.findLast((text) => /FATAL|PANIC|error/.test(text));
  return line ? `${line.replace(/^.*?(FATAL|PANIC):\s*/, "")}.` : "it gave no reason.";
}
