import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach } from "vitest";
import { isRoot } from "@/server/postgres/account";
import { type Cluster, startCluster } from "@/server/postgres/cluster";
import type { SocketConnection } from "@/server/postgres/database";
import { endServer, readPidFile, serverProcesses } from "@/server/postgres/running";
import { folderPrefix } from "./folders";

const cleaning: (() => Promise<unknown> | unknown)[] = [];

afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean();
});

/** Does `clean` after the test that runs, the latest first. */
export function afterwards(clean: () => Promise<unknown> | unknown): void {
  cleaning.push(clean);
}

/** True when everyone can pass through a folder, and through all above it. */
function isOpenToAll(path: string): boolean {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  return (mode & 0o001) !== 0 && (path === dirname(path) || isOpenToAll(dirname(path)));
}

/** The system's temporary folder; as root, another one where only root can enter that. */
function openTemporary(): string {
  const others = isRoot() ? ["/var/tmp", "/dev/shm"] : [];
  return [tmpdir(), ...others].find(isOpenToAll) ?? tmpdir();
}

/** An empty folder that everyone can pass through, as a data folder's parent usually is. */
export async function emptyFolder(name = "data"): Promise<string> {
  const parent = await mkdtemp(join(openTemporary(), `${folderPrefix}${process.pid}-`));
  afterwards(() => rm(parent, { recursive: true, force: true }));
  await chmod(parent, 0o755);
  const folder = join(parent, name);
  await mkdir(folder, { recursive: true });
  return folder;
}

/**
 * A cluster of this process, and what it said; stopped and deleted after the test. A killed process loses nothing that
 * it has handed to the system, so only what looks at durability itself asks for the product's slower one.
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

/** A cluster of another process, which can be killed without this one. */
export async function clusterProcess(
  dataDir: string,
  cwd = process.cwd(),
): Promise<{ process: ChildProcess; folder: string; connection: SocketConnection }> {
  const child = spawn(process.execPath, ["--import", "tsx", resolve("tests/setup/cluster-process.ts"), dataDir], {
    cwd,
    env: { ...process.env, TSX_TSCONFIG_PATH: resolve("tsconfig.json") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
  const started = JSON.parse(String(line));
  afterwards(async () => {
    await kill(child);
    await endServer(join(started.folder, "data"));
    await rm(started.folder, { recursive: true, force: true });
  });
  return { process: child, ...started };
}

/** What the kernel does to a process that gets no chance to say goodbye. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

/** The process number of a cluster's server. */
export async function serverPid(folder: string): Promise<number> {
  return (await readPidFile(join(folder, "data")))?.pid ?? 0;
}

/** What is still there of a cluster's server: its processes, its pid file. */
export async function remainsOf(folder: string): Promise<unknown[]> {
  const files = await readdir(join(folder, "data"));
  return [...(await serverProcesses(join(folder, "data"))), ...files.filter((name) => name === "postmaster.pid")];
}
