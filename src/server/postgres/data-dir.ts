import { createHash } from "node:crypto";
import { codeOf, StartError } from "@/lib/start-error";
import { access, constants, dirname, join, mkdir, mkdtemp, readdir, realpath, rmdir } from "@/server/builtins";
import { isRoot, nameOf, ownerOf } from "./account";

/** Creates the data folder if it is missing and returns its real path. @throws StartError if it is not writable */
export async function openDataDir(dataDir: string): Promise<string> {
  try {
    // The account that runs the database for root must pass through this folder, but not list it.
    await makeFolder(dataDir, isRoot() ? 0o711 : 0o700);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return await realpath(dataDir);
  } catch (error) {
    throw notWritable(dataDir, error);
  }
}

/**
 * Refuses a command of root on the installation of another account, which could not read what root writes (decision 374).
 * @throws StartError
 */
export async function refuseForRoot(dataDir: string): Promise<void> {
  const owner = isRoot() ? await ownerOf(dataDir) : undefined;
  const files = join(dataDir, "files");
  if (!owner || !(await exists(files))) return;
  for (const folder of [dataDir, files, join(dataDir, "secrets")]) {
    for (const name of await readdir(folder).catch(() => [])) {
      // Root runs Lyceum here.
      if ((await ownerOf(join(folder, name)))?.uid !== owner.uid) return;
    }
  }
  if (!(await keepsFilesOfRoot(dataDir))) return;
  const name = await nameOf(owner);
  throw new StartError(
    `The data folder ${dataDir} belongs to the account ${name}, which cannot read what root writes: run this command as that account (sudo -u "${name}" npm run ...).`,
  );
}

/** False for a network folder that gives the files of root to another account. */
async function keepsFilesOfRoot(folder: string): Promise<boolean> {
  const probe = await mkdtemp(join(folder, "of-root-")).catch(() => undefined);
  if (!probe) return false;
  const owner = await ownerOf(probe);
  await rmdir(probe);
  return owner === undefined;
}

/** Creates a folder and its parents. Node's recursive mkdir never returns if a parent accepts no folders, as in /proc. */
export async function makeFolder(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (codeOf(error) === "EEXIST") return;
    if (codeOf(error) !== "ENOENT" || (await exists(dirname(path)))) throw error;
    await makeFolder(dirname(path), mode);
    await makeFolder(path, mode);
  }
}

export function notWritable(folder: string, cause: unknown): StartError {
  return new StartError(
    `The data folder ${folder} cannot be written to (${codeOf(cause) ?? "unknown reason"}): give this account the right to write there, or set DATA_DIR to another folder.`,
    { cause },
  );
}

/** True if `path` exists. @throws StartError if this account may not look */
export async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return false;
    throw wrongOwner(path, error);
  }
}

/** Error for a folder that belongs to another account. */
export function wrongOwner(path: string, cause: unknown): StartError {
  return new StartError(
    `${path} belongs to another account (${codeOf(cause) ?? "unknown reason"}): use the account that started Lyceum first, or another DATA_DIR.`,
    { cause },
  );
}

/** Stable short name for a path, valid as a file name. */
export function fingerprint(path: string): string {
  return createHash("sha256").update(path).digest("hex").slice(0, 16);
}
