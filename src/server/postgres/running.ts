import { execFile } from "node:child_process";
import { readdir, readFile, readlink, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { codeOf, notYours } from "./data-dir";

/** What a server writes down about itself: its process, its socket folder once it has one, and whether it takes connections. */
export type PidFile = { pid: number; socket: string | undefined; isReady: boolean };

/** Reads `postmaster.pid` of a cluster; none when no server wrote one. */
export async function readPidFile(data: string): Promise<PidFile | undefined> {
  const path = join(/*turbopackIgnore: true*/ data, "postmaster.pid");
  const text = await readFile(/*turbopackIgnore: true*/ path, "utf8").catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw notYours(path, error);
  });
  const lines = text?.split("\n") ?? [];
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, socket: lines[4] || undefined, isReady: lines[7]?.trim() === "ready" } : undefined;
}

/** True while process `pid` is a PostgreSQL process of the cluster in `data`; a zombie or a reused number is none. */
export async function isServerProcess(pid: number, data: string): Promise<boolean> {
  if (process.platform !== "linux") return isServerByCommand(pid, data);
  try {
    const [stat, cwd] = await Promise.all([readFile(`/proc/${pid}/stat`, "utf8"), readlink(`/proc/${pid}/cwd`)]);
    const [, name, state] = /\((.*)\) (\w)/s.exec(stat) ?? [];
    return name === "postgres" && state !== "Z" && state !== "X" && cwd === data;
  } catch {
    return false;
  }
}

async function isServerByCommand(pid: number, data: string): Promise<boolean> {
  const asked = promisify(execFile)("ps", ["-ww", "-o", "stat=,command=", "-p", String(pid)]);
  const line = await asked.then(({ stdout }) => stdout.trim()).catch(() => "");
  return line.includes("postgres") && line.includes(data) && !line.startsWith("Z");
}

/** Waits until process `pid` is no longer a server process of `data`; false when it still is after `patience` ms. */
async function hasEnded(pid: number, data: string, patience: number): Promise<boolean> {
  for (const deadline = performance.now() + patience; await isServerProcess(pid, data); await delay(20)) {
    if (performance.now() > deadline) return false;
  }
  return true;
}

/** Sends a signal to a process that may have ended by now. */
function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/**
 * Ends the server of the cluster in `data`, if one runs: connections are cut, committed work is kept, nothing is left.
 * Harsher ways follow only where it does not obey; they lose nothing either, but the next start has to recover.
 */
export async function endServer(data: string): Promise<void> {
  const pid = (await readPidFile(data))?.pid ?? 0;
  const ways = [
    ["SIGINT", 20_000],
    ["SIGQUIT", 5_000],
    ["SIGKILL", 5_000],
  ] as const;
  for (const [signal, patience] of ways) {
    if (!(await isServerProcess(pid, data))) break;
    signalTo(pid, signal);
    await hasEnded(pid, data, patience);
  }
  // The children of a server that was killed see it at once, but end on their own.
  await Promise.all((await serverProcesses(data)).map((child) => hasEnded(child, data, 2_000)));
}

/**
 * Clears what a killed server left: its children that still run, its pid file, its socket. Only for a cluster whose
 * server is known to be gone. PostgreSQL's own check would refuse a pid that another process has by now.
 */
export async function clearRemains(data: string, socket: string): Promise<void> {
  for (const signal of ["SIGQUIT", "SIGKILL"] as const) {
    const children = await serverProcesses(data);
    for (const pid of children) {
      if (await isServerProcess(pid, data)) signalTo(pid, signal);
    }
    await Promise.all(children.map((pid) => hasEnded(pid, data, 1_000)));
  }
  await rm(join(/*turbopackIgnore: true*/ data, "postmaster.pid"), { force: true });
  for (const name of await readdir(/*turbopackIgnore: true*/ socket)) {
    await rm(join(/*turbopackIgnore: true*/ socket, name), { force: true });
  }
}

/** Every process of the cluster in `data`, its server and the children of it. */
export async function serverProcesses(data: string): Promise<number[]> {
  // Elsewhere the shared memory key, which is made from the folder, keeps a second server out until they are gone.
  if (process.platform !== "linux") return [];
  const pids = (await readdir("/proc")).map(Number).filter((pid) => pid > 0);
  const ours = await Promise.all(pids.map((pid) => isServerProcess(pid, data)));
  return pids.filter((_, index) => ours[index]);
}

/** True when the program file of a process is gone, as after a new installation; only Linux can tell. */
export async function hasLostItsProgram(pid: number): Promise<boolean> {
  const program = await readlink(/*turbopackIgnore: true*/ `/proc/${pid}/exe`).catch(() => "");
  return program.endsWith(" (deleted)");
}
