import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { codeOf, StartError } from "@/lib/start-error";
import { join, readdir, readFile, unlink, writeFile } from "@/server/builtins";
import { isRunning, startOf } from "../process-start.mjs";
import { fingerprint, openDataDir } from "./data-dir";

export type Lock = { release(): Promise<void> };

/** Locks a data folder until this process releases it or ends. @throws StartError if another process has it */
export async function lockDataDir(dataDir: string): Promise<Lock> {
  const folder = await openDataDir(dataDir);
  return process.platform === "linux" ? lockBySocket(folder) : lockByFile(folder);
}

/** Abstract Unix socket: the kernel grants the name once and frees it when the process ends. */
async function lockBySocket(folder: string): Promise<Lock> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(codeOf(error) === "EADDRINUSE" ? taken(folder) : error));
    server.listen(`\0lyceum-${fingerprint(folder)}`, resolve);
  });
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Each process creates its own lock file before it looks for others, so two can never both win. */
export async function lockByFile(folder: string, pid = process.pid): Promise<Lock> {
  const own = `lyceum-${pid}.lock`;
  const path = join(folder, own);
  for (let attempt = 1; ; attempt++) {
    await writeFile(path, startOf(pid));
    const others = (await readdir(folder)).filter((name) => name !== own);
    const held = await Promise.all(others.map((name) => isHeld(folder, name)));
    if (!held.includes(true)) break;
    await unlink(path);
    if (attempt === 4) throw taken(folder);
    await delay(Math.random() * 100);
  }
  await sweep(folder, own);
  return { release: () => unlink(path).catch(() => {}) };
}

async function sweep(folder: string, own: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name === own || !lockName.test(name) || (await isHeld(folder, name))) continue;
    await unlink(join(folder, name)).catch(() => {});
  }
}

const lockName = /^lyceum-(\d+)\.lock$/;

async function isHeld(folder: string, name: string): Promise<boolean> {
  const pid = Number(lockName.exec(name)?.[1] ?? 0);
  return pid !== 0 && isRunning(pid, await readFile(join(folder, name), "utf8").catch(() => ""));
}

function taken(folder: string): StartError {
  return new StartError(
    `Another Lyceum is already using the data folder ${folder}: stop it first, or set DATA_DIR to another folder.`,
  );
}
