import "server-only";
import { mkdir, mkdtemp, opendir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { files } from "./configure";
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
 * Fetches a stored file from the store of this mode and finds out what it really is. Nothing of it is kept here.
 * @throws AppError as `inspectFile`, `scanFile` and `downloadTo`
 */
export async function inspectStored(key: string, declared: Declared): Promise<Inspected> {
  const own = await mkdtemp(join(/*turbopackIgnore: true*/ await workFolder(), "check-"));
  try {
    const path = join(/*turbopackIgnore: true*/ own, "file");
    await downloadTo(key, path, declared.maxBytes);
    const found = await inspectFile(path, declared);
    await scanFile(path);
    return found;
  } finally {
    await rm(/*turbopackIgnore: true*/ own, { recursive: true, force: true });
  }
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
