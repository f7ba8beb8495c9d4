import "server-only";
import { mkdir, mkdtemp, opendir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { files, isEmbedded } from "./configure";
import { hashOf, storedPath } from "./disk";
import { type Declared, type Inspected, inspectFile } from "./inspect";
import { downloadTo } from "./read";
import { scanFile } from "./scan";

/** The folder for what is being worked on; what a killed process leaves there is swept. */
export async function workFolder(): Promise<string> {
  const folder = join(/*turbopackIgnore: true*/ files().dataDir, "tmp");
  await mkdir(/*turbopackIgnore: true*/ folder, { recursive: true, mode: 0o700 });
  return folder;
}

/**
 * Finds out what a stored file really is, which is fetched where the store is not this disk. Nothing of it is kept here.
 * @throws AppError as `inspectFile`, `scanFile` and `downloadTo`
 */
export async function inspectStored(
  key: string,
  declared: Declared,
): Promise<Inspected & { sha256: Uint8Array<ArrayBuffer> }> {
  if (isEmbedded()) return { ...(await inspectAt(await storedPath(key), declared)), sha256: await hashOf(key) };
  const own = await mkdtemp(join(/*turbopackIgnore: true*/ await workFolder(), "check-"));
  try {
    const path = join(/*turbopackIgnore: true*/ own, "file");
    const { sha256 } = await downloadTo(key, path, declared.maxBytes);
    return { ...(await inspectAt(path, declared)), sha256 };
  } finally {
    await rm(/*turbopackIgnore: true*/ own, { recursive: true, force: true });
  }
}

async function inspectAt(path: string, declared: Declared): Promise<Inspected> {
  const found = await inspectFile(path, declared);
  await scanFile(path);
  return found;
}

/** Removes the copies that an inspection left behind when its process was killed. */
export async function removeChecksOlderThan(time: Date): Promise<void> {
  const folder = await workFolder();
  for await (const { name } of await opendir(/*turbopackIgnore: true*/ folder)) {
    const path = join(/*turbopackIgnore: true*/ folder, name);
    const found = await stat(/*turbopackIgnore: true*/ path).catch(() => null);
    if (found && found.mtime < time) await rm(/*turbopackIgnore: true*/ path, { recursive: true, force: true });
  }
}
