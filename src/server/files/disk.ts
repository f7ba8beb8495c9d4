import "server-only";
import type { Readable } from "node:stream";
import { AppError } from "@/lib/errors";
import { codeOf } from "@/lib/start-error";
import {
  chmod,
  copyFile,
  join,
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  truncate,
  writeFile,
} from "@/server/builtins";
import { say } from "@/server/messages";
import { files, type OnDisk } from "./configure";
import { sha256Of } from "./hash";
import { diskFull, save } from "./save";

const keyPattern = /^[A-Za-z0-9]{20,120}$/;

// Stays free for PostgreSQL, which uses the same disk by default.
const reserve = 64 * 1024 * 1024;

/** True if `text` can be a file's key, and so its name on disk. */
export function isKey(text: string): boolean {
  return keyPattern.test(text);
}

/** The folder of the files, readable only by this account; created if missing. */
export async function filesFolder(): Promise<string> {
  const folder = join(files().dataDir, "files");
  if (await mkdir(folder, { recursive: true, mode: 0o700 })) {
    await chmod(folder, 0o700);
  }
  return folder;
}

async function pathOf(key: string, ending: "" | ".part" = ""): Promise<string> {
  if (!isKey(key)) throw new AppError("BAD_REQUEST", say("badFileKey"));
  return join(await filesFolder(), `${key}${ending}`);
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

export function fileNotFound(): AppError {
  return new AppError("NOT_FOUND", say("fileGone"));
}

/** Path of a complete file. @throws AppError NOT_FOUND */
export async function storedPath(key: string): Promise<string> {
  const path = await pathOf(key);
  if ((await sizeOf(path)) === undefined) throw fileNotFound();
  return path;
}

/** Number of received bytes of an incomplete file; undefined if it is complete. */
export async function receivedBytes(key: string): Promise<number | undefined> {
  if ((await sizeOf(await pathOf(key))) !== undefined) return undefined;
  return (await sizeOf(await pathOf(key, ".part"))) ?? 0;
}

/** Truncates an incomplete file so that the upload can resume at `bytes`. */
export async function truncateTo(key: string, bytes: number): Promise<void> {
  if (((await receivedBytes(key)) ?? 0) > bytes) {
    await truncate(await pathOf(key, ".part"), bytes);
  }
}

/**
 * Cuts off what was written to a file after another process had completed it with `bytes`. Returns false if nobody has
 * completed it.
 */
export async function cutCompleted(key: string, bytes: number): Promise<boolean> {
  const path = await pathOf(key);
  const size = await sizeOf(path);
  if (size !== undefined && size > bytes) await truncate(path, bytes);
  return size !== undefined;
}

/** @throws AppError INSUFFICIENT_STORAGE if `bytes` more would fill the disk */
export async function requireDiskSpaceFor(bytes: number): Promise<void> {
  const disk = await statfs(await filesFolder());
  if (disk.bavail * disk.bsize < bytes + reserve) throw diskFull();
}

/** Moves a file of this disk into the store as the incomplete file `key`. @throws AppError INSUFFICIENT_STORAGE */
export async function moveIn(key: string, { path, size, sha256 }: OnDisk): Promise<void> {
  const part = await pathOf(key, ".part");
  // A move needs no space, except between disks.
  await requireDiskSpaceFor(0);
  await rename(path, part).catch(async (error: unknown) => {
    if (codeOf(error) !== "EXDEV") throw error;
    await requireDiskSpaceFor(size);
    await copyFile(path, part);
  });
  await sync(part, "r+");
  files().hashes.set(key, sha256);
}

/** Appends `bytes` durably to an incomplete file, see {@link save}. */
export async function append(
  key: string,
  bytes: Readable,
  inspect: (piece: Buffer) => void,
  signal: AbortSignal,
): Promise<void> {
  const part = await pathOf(key, ".part");
  try {
    await save(bytes, part, "a", inspect, signal);
  } catch (error) {
    // Keep what arrived before the interruption.
    await sync(part, "r+").catch(() => {});
    throw error;
  }
  await sync(part, "r+");
}

/** Renames an incomplete file to a complete one, durably, and returns its SHA-256. */
export async function finish(key: string): Promise<Uint8Array<ArrayBuffer>> {
  const { hashes } = files();
  const part = await pathOf(key, ".part");
  const sha256 = hashes.get(key) ?? (await sha256Of(part));
  await rename(part, await pathOf(key));
  await sync(await filesFolder(), "r");
  hashes.set(key, sha256);
  return sha256;
}

/** Writes whole files into the store, durably. @throws AppError INSUFFICIENT_STORAGE */
export async function putFiles(some: readonly { key: string; bytes: Uint8Array }[]): Promise<void> {
  await requireDiskSpaceFor(some.reduce((sum, { bytes }) => sum + bytes.byteLength, 0));
  const put = async ({ key, bytes }: (typeof some)[number]) => {
    const part = await pathOf(key, ".part");
    await writeFile(part, bytes, { mode: 0o600, flush: true });
    await rename(part, await pathOf(key));
  };
  await Promise.all(some.map(put));
  await sync(await filesFolder(), "r");
}

/**
 * Path for writing a file of any size in pieces before {@link completeFile}; the sweep deletes files that are never
 * completed.
 */
export function unfinishedPath(key: string): Promise<string> {
  return pathOf(key, ".part");
}

/** Completes a private file that was written in one piece, durably. */
export async function completeFile(key: string): Promise<void> {
  await rename(await pathOf(key, ".part"), await pathOf(key));
  await sync(await filesFolder(), "r");
}

/** The bytes of a complete file. @throws AppError NOT_FOUND */
export async function getFile(key: string): Promise<Buffer> {
  return readFile(await storedPath(key));
}

/** SHA-256 of a complete file, cached for recent ones. */
export async function hashOf(key: string): Promise<Uint8Array<ArrayBuffer>> {
  const known = files().hashes.get(key);
  if (known) return known;
  const sha256 = await sha256Of(await storedPath(key));
  files().hashes.set(key, sha256);
  return sha256;
}

/** Deletes a file, complete or not. Returns false if there was none. */
export async function deleteFromDisk(key: string): Promise<boolean> {
  files().hashes.delete(key);
  const found =
    (await sizeOf(await pathOf(key))) !== undefined || (await sizeOf(await pathOf(key, ".part"))) !== undefined;
  await rm(await pathOf(key), { force: true });
  await rm(await pathOf(key, ".part"), { force: true });
  if (found) await sync(await filesFolder(), "r");
  return found;
}

async function sync(path: string, how: "r" | "r+"): Promise<void> {
  const release = await files().syncing.enter();
  try {
    const handle = await open(path, how);
    await handle.sync().finally(() => handle.close());
  } finally {
    release();
  }
}

/** Keys of all files unchanged since `time`, for the orphan sweep. */
export async function keysOlderThan(time: Date): Promise<string[]> {
  const folder = await filesFolder();
  const keys = new Set<string>();
  for await (const entry of await opendir(folder)) {
    const key = entry.name.replace(/\.part$/, "");
    if (!entry.isFile() || !isKey(key)) continue;
    const found = await stat(join(folder, entry.name)).catch(() => null);
    if (found && found.mtime < time) keys.add(key);
  }
  return [...keys];
}

/** Runs `write` as the only writer of `key`. @throws AppError CONFLICT during another write */
export async function withWriteLock<T>(key: string, write: () => Promise<T>): Promise<T> {
  const { writers } = files();
  if (writers.has(key)) throw new AppError("CONFLICT", say("uploadInProgress"));
  writers.add(key);
  try {
    return await write();
  } finally {
    writers.delete(key);
  }
}
