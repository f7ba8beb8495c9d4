import { readdir, unlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { StartError } from "@/lib/start-error";
import { codeOf, fingerprint, openDataDir } from "./data-dir";

export type Hold = { release(): Promise<void> };

/**
 * Takes a data folder for this process alone, until it releases it or ends in whatever way.
 * @throws StartError when another process holds it, or when the folder cannot be written to.
 */
export async function holdDataDir(dataDir: string): Promise<Hold> {
  const folder = await openDataDir(dataDir);
  return process.platform === "linux" ? holdByName(folder) : holdByFile(folder);
}

/** An abstract socket: the kernel lets one process have the name, and frees it the moment that process is gone. */
async function holdByName(folder: string): Promise<Hold> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(codeOf(error) === "EADDRINUSE" ? taken(folder) : error));
    server.listen(`\0lyceum-${fingerprint(folder)}`, resolve);
  });
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

/**
 * A file named after the process. Each holder shows its own file before it looks for others, so two can never both
 * win; a file whose process is gone is swept, one whose process lives is never taken over.
 */
export async function holdByFile(folder: string, pid = process.pid): Promise<Hold> {
  const own = `lyceum-${pid}.lock`;
  const path = join(/*turbopackIgnore: true*/ folder, own);
  for (let attempt = 1; ; attempt++) {
    await writeFile(/*turbopackIgnore: true*/ path, "");
    const others = (await readdir(/*turbopackIgnore: true*/ folder)).filter((name) => name !== own && isHeld(name));
    if (others.length === 0) break;
    await unlink(/*turbopackIgnore: true*/ path);
    if (attempt === 4) throw taken(folder);
    await delay(Math.random() * 100);
  }
  await sweep(folder, own);
  return { release: () => unlink(/*turbopackIgnore: true*/ path).catch(() => {}) };
}

async function sweep(folder: string, own: string): Promise<void> {
  for (const name of await readdir(/*turbopackIgnore: true*/ folder)) {
    if (name === own || !lockName.test(name) || isHeld(name)) continue;
    await unlink(join(/*turbopackIgnore: true*/ folder, name)).catch(() => {});
  }
}

const lockName = /^lyceum-(\d+)\.lock$/;

function isHeld(name: string): boolean {
  const pid = Number(lockName.exec(name)?.[1] ?? 0);
  if (pid === 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

function taken(folder: string): StartError {
  return new StartError(
    `Another Lyceum is already using the data folder ${folder}: stop it first, or set DATA_DIR to another folder.`,
  );
}
