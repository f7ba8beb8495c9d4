import { execFile } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { codeOf } from "@/lib/start-error";
import { join, readdir, readFile, readlink, rm } from "@/server/builtins";
import { wrongOwner } from "./data-dir";

/** Contents of `postmaster.pid`; `isReady` means that the server accepts connections. */
export type PidFile = { pid: number; socket: string | undefined; isReady: boolean };

/** Reads `postmaster.pid` of a cluster; undefined if it is missing. */
export async function readPidFile(data: string): Promise<PidFile | undefined> {
  const path = join(data, "postmaster.pid");
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return undefined;
    throw wrongOwner(path, error);
  });
  const lines = text?.split("\n") ?? [];
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, socket: lines[4] || undefined, isReady: lines[7]?.trim() === "ready" } : undefined;
}

/** True while `pid` is a PostgreSQL process of the cluster in `data`, not a zombie or a reused pid. */
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

async function hasEnded(pid: number, data: string, timeout: number): Promise<boolean> {
  for (const deadline = performance.now() + timeout; await isServerProcess(pid, data); await delay(20)) {
    if (performance.now() > deadline) return false;
  }
  return true;
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** Stops the server in `data` with ever harsher signals. None loses committed work. */
export async function stopServer(data: string): Promise<void> {
  const pid = (await readPidFile(data))?.pid ?? 0;
  const ways = [
    ["SIGINT", 20_000],
    ["SIGQUIT", 5_000],
    ["SIGKILL", 5_000],
  ] as const;
  for (const [signal, timeout] of ways) {
    if (!(await isServerProcess(pid, data))) break;
    signalTo(pid, signal);
    await hasEnded(pid, data, timeout);
  }
  // Children of a killed server end on their own, a little later.
  await Promise.all((await serverProcesses(data)).map((child) => hasEnded(child, data, 2_000)));
}

/** Deletes what a killed server left behind: children, pid file, socket. Only if no server runs. */
export async function removeLeftovers(data: string, socket: string): Promise<void> {
  for (const signal of ["SIGQUIT", "SIGKILL"] as const) {
    const children = await serverProcesses(data);
    for (const pid of children) {
      if (await isServerProcess(pid, data)) signalTo(pid, signal);
    }
    await Promise.all(children.map((pid) => hasEnded(pid, data, 1_000)));
  }
  await rm(join(data, "postmaster.pid"), { force: true });
  for (const name of await readdir(socket)) {
    await rm(join(socket, name), { force: true });
  }
}

/** All processes of the cluster in `data`. */
export async function serverProcesses(data: string): Promise<number[]> {
  // Other systems: a shared memory key derived from the folder prevents a second server.
  if (process.platform !== "linux") return [];
  const pids = (await readdir("/proc")).map(Number).filter((pid) => pid > 0);
  const ours = await Promise.all(pids.map((pid) => isServerProcess(pid, data)));
  return pids.filter((_, index) => ours[index]);
}

/** True if the executable of a process was deleted, as by an upgrade. Linux only. */
export async function hasDeletedExecutable(pid: number): Promise<boolean> {
  const program = await readlink(`/proc/${pid}/exe`).catch(() => "");
  return program.endsWith(" (deleted)");
}
