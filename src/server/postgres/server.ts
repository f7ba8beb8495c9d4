import { spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { codeOf, StartError } from "@/lib/start-error";
import { closeSync, fchownSync, join, openSync, readFile, realpath, rename, stat } from "@/server/builtins";
import { runAs } from "./account";
import type { Binaries } from "./binaries";
import { superuser } from "./create";
import type { Location } from "./location";
import { isServerProcess, readPidFile, removeLeftovers, stopServer } from "./running";
import { serverEnvironment, serverFlags } from "./settings";
import { isListening, openSocketFolder, socketPort } from "./socket";

/** A running server. `ended` resolves when its process is gone. */
export type Server = { socket: string; version: string; ended(): Promise<void> };

const startTimeout = 120_000;
const logLimit = 5_000_000;

/** Finds the running server of a cluster. @throws StartError if it does not respond or is not visible */
export async function findServer(place: Location): Promise<Server | undefined> {
  for (const deadline = performance.now() + startTimeout; performance.now() < deadline; await delay(50)) {
    const file = await readPidFile(place.data);
    if (!file) return undefined;
    if (!(await isServerProcess(file.pid, place.data))) return rejectInvisibleServer(place, file.socket);
    const { pid, socket, isReady } = file;
    const version = isReady && socket && (await versionOf(place, socket));
    if (version) return { socket, version, ended: () => waitForExit(pid, place.data) };
  }
  throw new StartError(`The database server of ${place.folder} runs but does not answer; its log is ${place.log}.`);
}

/** A server in another container on the same volume is not visible. Two servers would corrupt the cluster. */
async function rejectInvisibleServer(place: Location, socket: string | undefined): Promise<undefined> {
  for (let attempt = 1; socket && (await isListening(socket)); attempt++) {
    if (attempt === 5) {
      throw new StartError(
        `Another Lyceum, perhaps in another container, already uses the database in ${place.folder}: stop it first.`,
      );
    }
    // A process killed just now may still hold its socket.
    await delay(50);
  }
}

/** A process that is not our child has to be polled. */
function waitForExit(pid: number, data: string): Promise<void> {
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
 * Starts a server and waits until it accepts connections. It gets its own process group: Ctrl-C must reach only the
 * application, which finishes its requests first. @throws StartError if it does not come up
 */
export async function startServer(place: Location, { binaries, socket, throwAway }: StartOptions): Promise<Server> {
  await openSocketFolder(place, socket);
  await removeLeftovers(place.data, socket);
  const logged = await rotateLog(place.log);
  const log = openSync(place.log, "a", 0o600);
  if (place.account) fchownSync(log, place.account.uid, place.account.gid);
  const program = join(binaries.folder, "bin", "postgres");
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
  try {
    for (const deadline = performance.now() + startTimeout; running && performance.now() < deadline; await delay(20)) {
      // Do not probe earlier: each probe is a process that competes with the recovery for the CPU.
      const version = (await readPidFile(place.data))?.isReady && (await versionOf(place, socket));
      if (version) return { socket, version, ended: () => ended };
    }
    const complaint = await lastComplaint(place.log, logged);
    if (complaint.includes("No space left on device")) throw new DiskFull(place);
    throw new StartError(`The database server did not start: ${complaint} Its log is ${place.log}.`);
  } catch (error) {
    child.kill("SIGINT");
    await stopServer(place.data);
    throw error;
  }
}

/** Lasts until somebody frees space; a restart is tried until then. */
export class DiskFull extends StartError {
  constructor({ folder }: Location, cause?: unknown) {
    super(`The disk of ${folder} is full: free space.`, { cause });
  }
}

/** The version of the server, if it is that of this cluster and answers. @throws StartError for a full disk, which lasts */
async function versionOf(place: Location, socket: string): Promise<string | undefined> {
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
    return row && (await realpath(row.data)) === place.data ? row.version : undefined;
  } catch (error) {
    if (codeOf(error) === "53100") throw new DiskFull(place, error);
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}

async function rotateLog(path: string): Promise<number> {
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  if (size < logLimit) return size;
  await rename(path, `${path}.old`);
  return 0;
}

async function lastComplaint(log: string, from: number): Promise<string> {
  const written = await readFile(log).catch(() => Buffer.alloc(0));
  const lines = written.subarray(from).toString().split("\n");
  const line = lines.findLast((text) => /FATAL|PANIC|error/.test(text));
  return line ? `${line.replace(/^.*?(FATAL|PANIC):\s*/, "")}.` : "it gave no reason.";
}
