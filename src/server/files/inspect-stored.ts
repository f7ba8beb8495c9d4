import "server-only";
import { AppError, fieldError } from "@/lib/errors";
import { join, mkdir, mkdtemp, opendir, rm, stat } from "@/server/builtins";
import { files, isEmbedded } from "./configure";
import { hashOf, storedPath } from "./disk";
import { type Declared, type Inspected, inspectFile } from "./inspection/inspect";
import { scanFile } from "./inspection/scan";
import { downloadTo } from "./read";

/** Folder for temporary copies; leftovers of a killed process are purged. */
export async function tempFolder(): Promise<string> {
  const folder = join(files().dataDir, "tmp");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Inspects and scans a stored file, downloading it first from a remote store. */
export async function inspectStored(
  key: string,
  declared: Declared,
): Promise<Inspected & { sha256: Uint8Array<ArrayBuffer> }> {
  if (isEmbedded()) return inspectPrivate(key, declared);
  const own = await mkdtemp(join(await tempFolder(), "check-"));
  try {
    const path = join(own, "file");
    const { sha256 } = await downloadTo(key, path, declared.maxBytes);
    return { ...(await inspectAt(path, declared)), sha256 };
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

async function inspectAt(path: string, declared: Declared): Promise<Inspected> {
  const found = await inspectFile(path, declared);
  await scanFile(path);
  return found;
}

/** Inspects and scans a private file, which is on this disk in every mode (decision 55). */
export async function inspectPrivate(
  key: string,
  declared: Declared,
): Promise<Inspected & { sha256: Uint8Array<ArrayBuffer> }> {
  return { ...(await inspectAt(await storedPath(key), declared)), sha256: await hashOf(key) };
}

/** The error, with its message at the field of the file if it refuses the file for its type or content. */
export function atField<Of>(error: Of, field: string): Of | AppError {
  const isOfFile = error instanceof AppError && !error.issues && codesOfFiles.has(error.code);
  return isOfFile ? fieldError(field, error.message, error.code) : error;
}

const codesOfFiles = new Set<string>(["UNSUPPORTED_MEDIA_TYPE", "UNPROCESSABLE_CONTENT", "PAYLOAD_TOO_LARGE"]);

/** Deletes temporary copies that a killed process left behind. */
export async function removeTempFilesOlderThan(time: Date): Promise<void> {
  const folder = await tempFolder();
  for await (const { name } of await opendir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtime < time) await rm(path, { recursive: true, force: true });
  }
}
