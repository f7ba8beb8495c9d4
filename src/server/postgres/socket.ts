import { accessSync, constants } from "node:fs";
import { chmod, chown, lstat, mkdir, rmdir } from "node:fs/promises";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartError } from "@/lib/start-error";
import { canEnter } from "./account";
import { codeOf, fingerprint } from "./data-dir";
import type { Place } from "./place";

/** The system's limit is 107 bytes on Linux and 103 on macOS, for the folder and the socket's own name together. */
const longest = 100;

export const socketPort = 5432;

function socketIn(folder: string): string {
  return join(/*turbopackIgnore: true*/ folder, `.s.PGSQL.${socketPort}`);
}

function fits(folder: string): boolean {
  return Buffer.byteLength(socketIn(folder)) <= longest;
}

/** True when some process listens on the socket in `folder`. */
export function isListening(folder: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = createConnection(socketIn(folder));
    connection.once("error", () => resolve(false));
    connection.once("connect", () => {
      connection.destroy();
      resolve(true);
    });
  });
}

/**
 * Makes the folder of the server's socket and closes it to others.
 * @throws StartError when someone else has made it.
 */
export async function openSocketFolder(place: Place, folder: string): Promise<void> {
  const owner = place.account?.uid ?? process.getuid?.() ?? 0;
  await mkdir(/*turbopackIgnore: true*/ folder, { mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) !== "EEXIST") throw error;
  });
  const found = await lstat(/*turbopackIgnore: true*/ folder);
  if (!found.isDirectory() || (found.uid !== owner && found.uid !== process.getuid?.())) {
    throw new StartError(`The folder ${folder} belongs to someone else, so the database cannot have its socket there.`);
  }
  await chmod(/*turbopackIgnore: true*/ folder, 0o700);
  if (place.account) await chown(/*turbopackIgnore: true*/ folder, place.account.uid, place.account.gid);
}

/** Removes the folder of the socket where it is not part of the cluster's own. */
export async function closeSocketFolder(place: Place, folder: string): Promise<void> {
  if (!folder.startsWith(place.folder)) await rmdir(/*turbopackIgnore: true*/ folder).catch(() => {});
}

/** Where short folders are made. The system's temporary folder comes first, and may be closed. */
const shortRoots = () => [tmpdir(), "/tmp", "/var/tmp", "/dev/shm", `/run/user/${process.getuid?.()}`, "/run"];

/** True when this process can make a folder in `root`, and the account of the database can get there. */
function isOpen(root: string, { account }: Place): boolean {
  try {
    accessSync(/*turbopackIgnore: true*/ root, constants.W_OK | constants.X_OK);
    return !account || canEnter(account, root);
  } catch {
    return false;
  }
}

/**
 * The folder for the server's socket: inside the cluster's folder, or below the first of `roots` that is open where the path
 * would be too long.
 * @throws StartError when there is none short enough.
 */
export function socketFolderOf(place: Place, roots = shortRoots()): string {
  const own = join(/*turbopackIgnore: true*/ place.folder, "socket");
  if (fits(own)) return own;
  for (const root of roots) {
    const short = join(/*turbopackIgnore: true*/ root, `lyceum-${fingerprint(place.folder)}`);
    if (fits(short) && isOpen(root, place)) return short;
  }
  throw new StartError(
    `The path of the database folder ${place.folder} is too long for its socket, and no short folder can be made in ${roots[0]}: set DATA_DIR to a shorter one.`,
  );
}
