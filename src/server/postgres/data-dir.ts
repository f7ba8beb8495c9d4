import { createHash } from "node:crypto";
import { access, constants, mkdir, realpath } from "node:fs/promises";
import { dirname } from "node:path";
import { StartError } from "@/lib/start-error";
import { isRoot } from "./account";

/**
 * Makes the data folder if need be and answers its real path.
 * @throws StartError when it cannot be made or written to.
 */
export async function openDataDir(dataDir: string): Promise<string> {
  try {
    // The account that runs the database for root has to pass through this folder; it cannot list it.
    await makeFolder(dataDir, isRoot() ? 0o711 : 0o700);
    await access(/*turbopackIgnore: true*/ dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return await realpath(/*turbopackIgnore: true*/ dataDir);
  } catch (error) {
    throw notWritable(dataDir, error);
  }
}

// Node's own recursive mkdir never returns where a parent is there but takes no folders, as in /proc.
async function makeFolder(path: string, mode: number): Promise<void> {
  try {
    await mkdir(/*turbopackIgnore: true*/ path, { mode });
  } catch (error) {
    if (codeOf(error) === "EEXIST") return;
    if (codeOf(error) !== "ENOENT" || (await exists(dirname(path)))) throw error;
    await makeFolder(dirname(path), mode);
    await makeFolder(path, mode);
  }
}

/** The sentence for a folder that cannot be written to. */
export function notWritable(folder: string, cause: unknown): StartError {
  return new StartError(
    `The data folder ${folder} cannot be written to (${codeOf(cause) ?? "unknown reason"}): give this account the right to write there, or set DATA_DIR to another folder.`,
    { cause },
  );
}

/** The system's short code of an error, such as ENOENT. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** Whether `path` is there. @throws StartError when this account may not know. */
export async function exists(path: string): Promise<boolean> {
  try {
    await access(/*turbopackIgnore: true*/ path);
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return false;
    throw notYours(path, error);
  }
}

/** The sentence for a folder of another account. */
export function notYours(path: string, cause: unknown): StartError {
  return new StartError(
    `${path} belongs to another account (${codeOf(cause) ?? "unknown reason"}): use the account that started Lyceum first, or another DATA_DIR.`,
    { cause },
  );
}

/** A short name for a path: the same for the same path, and fit for a file name. */
export function fingerprint(path: string): string {
  return createHash("sha256").update(path).digest("hex").slice(0, 16);
}
