import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import { isRoot } from "@/server/postgres/account";
import { type Cluster, startCluster } from "@/server/postgres/cluster";
import type { SocketConnection } from "@/server/postgres/database";
import { readPidFile, serverProcesses, stopServer } from "@/server/postgres/running";
import { folderPrefix } from "./folders";

/** Registers `clean` to run after the current test, in reverse order; a hook of this module would run for its first file only. */
export function afterwards(clean: () => Promise<unknown> | unknown): void {
  onTestFinished(async () => {
    await clean();
  });
}

/** True if all users may traverse a folder and its parents. */
function isOpenToAll(path: string): boolean {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  return (mode & 0o001) !== 0 && (path === dirname(path) || isOpenToAll(dirname(path)));
}

/** The system's temporary folder; another one if we are root and only root can enter it. */
function openTemporary(): string {
  const others = isRoot() ? ["/var/tmp", "/dev/shm"] : [];
  return [tmpdir(), ...others].find(isOpenToAll) ?? tmpdir();
}

/** An empty folder that all users may traverse, like the usual parent of a data folder. */
export async function emptyFolder(name = "data"): Promise<string> {
  const parent = await mkdtemp(join(openTemporary(), `${folderPrefix}${process.pid}-`));
  afterwards(() => rm(parent, { recursive: true, force: true }));
  await chmod(parent, 0o755);
  const folder = join(parent, name);
  await mkdir(folder, { recursive: true });
  return folder;
}

/**
 * A cluster of this process with its output, stopped and deleted after the test. Without fsync unless a test needs the
 * product's durability: killing a process loses nothing that is already in the kernel.
 */
export async function cluster(dataDir: string, kind?: "as in the product"): Promise<Cluster & { said: string[] }> {
  const said: string[] = [];
  const started = await startCluster({ dataDir, say: (line) => said.push(line), throwAway: kind === undefined });
  afterwards(async () => {
    await started.stop();
    await rm(started.folder, { recursive: true, force: true });
  });
  return { ...started, said };
}

export async function clusterProcess(
  dataDir: string,
  cwd = process.cwd(),
): Promise<{ process: ChildProcess; folder: string; connection: SocketConnection }> {
  const child = spawn(process.execPath, ["--import", "tsx", resolve("tests/harness/cluster-process.ts"), dataDir], {
    cwd,
    env: { ...process.env, TSX_TSCONFIG_PATH: resolve("tsconfig.json") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
  const started = JSON.parse(String(line));
  afterwards(async () => {
    await kill(child);
    await stopServer(join(started.folder, "data"));
    await rm(started.folder, { recursive: true, force: true });
  });
  return { process: child, ...started };
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

export async function serverPid(folder: string): Promise<number> {
  return (await readPidFile(join(folder, "data")))?.pid ?? 0;
}

/** What remains of a cluster's server: processes and PID file. */
export async function remainsOf(folder: string): Promise<unknown[]> {
  const files = await readdir(join(folder, "data"));
  return [...(await serverProcesses(join(folder, "data"))), ...files.filter((name) => name === "postmaster.pid")];
}
