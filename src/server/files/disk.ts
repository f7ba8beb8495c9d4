import "server-only";
import { createWriteStream } from "node:fs";
import { chmod, copyFile, mkdir, open, opendir, rename, rm, stat, statfs, truncate } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "@/lib/errors";
import { files, type OnDisk } from "./configure";
import { sha256Of } from "./hash";

const keyPattern = /^[A-Za-z0-9]{20,120}$/;

const quarterMegabyte = 256 * 1024;
// PostgreSQL writes to the same disk by default: files never take its last bytes.
const reserve = 64 * 1024 * 1024;

/** True for what can be a file's key, and so a file's name on the disk. */
export function isKey(text: string): boolean {
  return keyPattern.test(text);
}

/** The folder of the files, flat and readable by the server's own user alone. It is made when it is missing. */
export async function filesFolder(): Promise<string> {
  const folder = join(/*turbopackIgnore: true*/ files().dataDir, "files");
  if (await mkdir(/*turbopackIgnore: true*/ folder, { recursive: true, mode: 0o700 })) {
    await chmod(/*turbopackIgnore: true*/ folder, 0o700);
  }
  return folder;
}

async function pathOf(key: string, ending: "" | ".part" = ""): Promise<string> {
  if (!isKey(key)) throw new AppError("BAD_REQUEST", "This is not a file's key.");
  return join(/*turbopackIgnore: true*/ await filesFolder(), `${key}${ending}`);
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(/*turbopackIgnore: true*/ path)).size;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** The refusal of a file that was deleted, or never came. */
export function missing(): AppError {
  return new AppError("NOT_FOUND", "This file is not here any more.");
}

function noRoom(): AppError {
  return new AppError("INSUFFICIENT_STORAGE", "There is no room left for this file. Please tell the institute.");
}

/** Where a whole file lies, for who reads it in place. @throws AppError NOT_FOUND */
export async function storedPath(key: string): Promise<string> {
  const path = await pathOf(key);
  if ((await sizeOf(path)) === undefined) throw missing();
  return path;
}

/** How many bytes of an unfinished file are there; undefined when the file is already whole. */
export async function receivedBytes(key: string): Promise<number | undefined> {
  if ((await sizeOf(await pathOf(key))) !== undefined) return undefined;
  return (await sizeOf(await pathOf(key, ".part"))) ?? 0;
}

/** Drops what an unfinished file has beyond its first `bytes`, so that its sender can go on from there. */
export async function cutBack(key: string, bytes: number): Promise<void> {
  if (((await receivedBytes(key)) ?? 0) > bytes) {
    await truncate(/*turbopackIgnore: true*/ await pathOf(key, ".part"), bytes);
  }
}

/** @throws AppError INSUFFICIENT_STORAGE when `bytes` more would fill the disk. */
export async function requireRoom(bytes: number): Promise<void> {
  const disk = await statfs(/*turbopackIgnore: true*/ await filesFolder());
  if (disk.bavail * disk.bsize < bytes + reserve) throw noRoom();
}

/** Makes a file of this disk the unfinished file `key`, which has no byte yet. @throws AppError INSUFFICIENT_STORAGE */
export async function adopt(key: string, { path, size, sha256 }: OnDisk): Promise<void> {
  const part = await pathOf(key, ".part");
  // Its bytes are here already, unless the store is a disk of its own.
  await requireRoom(0);
  await rename(/*turbopackIgnore: true*/ path, /*turbopackIgnore: true*/ part).catch(async (error: unknown) => {
    if (codeOf(error) !== "EXDEV") throw error;
    await requireRoom(size);
    await copyFile(/*turbopackIgnore: true*/ path, /*turbopackIgnore: true*/ part);
  });
  await sync(part, "r+");
  files().hashes.set(key, sha256);
}

/**
 * Writes what arrives into a file that the server's own user alone may read, and shows each piece to `look`, which throws to
 * refuse it. What was written stays when it breaks off. @throws AppError INSUFFICIENT_STORAGE
 */
export async function save(
  bytes: Readable,
  path: string,
  flags: "a" | "wx",
  look: (piece: Buffer) => void,
  signal: AbortSignal,
): Promise<void> {
  // What arrives while the disk is at work is written in one go.
  const file = createWriteStream(/*turbopackIgnore: true*/ path, {
    mode: 0o600,
    highWaterMark: quarterMegabyte,
    flags,
  });
  const closed = new Promise<void>((resolve) => file.once("close", () => resolve()));
  // In one turn with the pipe: a listener alone would let the first bytes pass it.
  bytes.on("data", (piece: Buffer) => {
    try {
      look(piece);
    } catch (error) {
      // What was refused must not reach the disk, and the pipe still has it in hand.
      file.destroy(error instanceof Error ? error : undefined);
    }
  });
  try {
    await pipeline(bytes, file, { signal });
  } catch (error) {
    throw ["ENOSPC", "EDQUOT"].includes(codeOf(error) ?? "") ? noRoom() : error;
  } finally {
    await closed;
  }
}

/** Adds `bytes` to the end of an unfinished file, as {@link save} does; what was added outlives a power cut. */
export async function append(
  key: string,
  bytes: Readable,
  look: (piece: Buffer) => void,
  signal: AbortSignal,
): Promise<void> {
  const part = await pathOf(key, ".part");
  try {
    await save(bytes, part, "a", look, signal);
  } catch (error) {
    // What came before it broke off stays all the same.
    await sync(part, "r+").catch(() => {});
    throw error;
  }
  await sync(part, "r+");
}

/** Makes an unfinished file a whole one, so that it outlives a power cut. Answers its SHA-256. */
export async function finish(key: string): Promise<Uint8Array<ArrayBuffer>> {
  const { hashes } = files();
  const part = await pathOf(key, ".part");
  const sha256 = hashes.get(key) ?? (await sha256Of(part));
  await rename(/*turbopackIgnore: true*/ part, /*turbopackIgnore: true*/ await pathOf(key));
  await sync(await filesFolder(), "r");
  hashes.set(key, sha256);
  return sha256;
}

/** The SHA-256 of a whole file, which is known of those that arrived last. */
export async function hashOf(key: string): Promise<Uint8Array<ArrayBuffer>> {
  const known = files().hashes.get(key);
  if (known) return known;
  const sha256 = await sha256Of(await storedPath(key));
  files().hashes.set(key, sha256);
  return sha256;
}

/** Removes a file, whole or unfinished. False when there was none. */
export async function erase(key: string): Promise<boolean> {
  files().hashes.delete(key);
  const found =
    (await sizeOf(await pathOf(key))) !== undefined || (await sizeOf(await pathOf(key, ".part"))) !== undefined;
  await rm(/*turbopackIgnore: true*/ await pathOf(key), { force: true });
  await rm(/*turbopackIgnore: true*/ await pathOf(key, ".part"), { force: true });
  if (found) await sync(await filesFolder(), "r");
  return found;
}

async function sync(path: string, how: "r" | "r+"): Promise<void> {
  const leave = await files().syncing.enter();
  try {
    const handle = await open(/*turbopackIgnore: true*/ path, how);
    await handle.sync().finally(() => handle.close());
  } finally {
    leave();
  }
}

/** The keys of all files, whole and unfinished, that nobody has touched since `time`: for the sweep of orphans. */
export async function keysOlderThan(time: Date): Promise<string[]> {
  const folder = await filesFolder();
  const keys = new Set<string>();
  for await (const entry of await opendir(/*turbopackIgnore: true*/ folder)) {
    const key = entry.name.replace(/\.part$/, "");
    if (!entry.isFile() || !isKey(key)) continue;
    const found = await stat(/*turbopackIgnore: true*/ join(/*turbopackIgnore: true*/ folder, entry.name)).catch(
      () => null,
    );
    if (found && found.mtime < time) keys.add(key);
  }
  return [...keys];
}

/** Runs `write` as the only writer of `key`. @throws AppError CONFLICT while another one is at work. */
export async function asOnlyWriter<T>(key: string, write: () => Promise<T>): Promise<T> {
  const { writers } = files();
  if (writers.has(key)) throw new AppError("CONFLICT", "This file is being uploaded already. Please wait a moment.");
  writers.add(key);
  try {
    return await write();
  } finally {
    writers.delete(key);
  }
}
