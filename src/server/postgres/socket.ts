import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { codeOf, StartError } from "@/lib/start-error";
import { accessSync, chmod, chown, constants, join, lstat, mkdir, rmdir } from "@/server/builtins";
import { canEnter } from "./account";
import { fingerprint } from "./data-dir";
import type { Location } from "./location";

/** The limit for the whole path is 107 bytes on Linux and 103 on macOS. */
const maxPathLength = 100;

export const socketPort = 5432;

function socketIn(folder: string): string {
  return join(folder, `.s.PGSQL.${socketPort}`);
}

function fits(folder: string): boolean {
  return Buffer.byteLength(socketIn(folder)) <= maxPathLength;
}

/** True if a process listens on the socket in `folder`. */
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

/** Creates the private folder of the server's socket. @throws StartError if somebody else owns it */
export async function openSocketFolder(place: Location, folder: string): Promise<void> {
  const owner = place.account?.uid ?? process.getuid?.() ?? 0;
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) !== "EEXIST") throw error;
  });
  const found = await lstat(folder);
  if (!found.isDirectory() || (found.uid !== owner && found.uid !== process.getuid?.())) {
    throw new StartError(
      `The folder ${folder} belongs to another account, so the database cannot create its socket there.`,
    );
  }
  await chmod(folder, 0o700);
  if (place.account) await chown(folder, place.account.uid, place.account.gid);
}

/** Removes the socket's folder if it is outside of the cluster. */
export async function closeSocketFolder(place: Location, folder: string): Promise<void> {
  if (!folder.startsWith(place.folder)) await rmdir(folder).catch(() => {});
}

/** Candidates for short paths; TMPDIR may be inaccessible to the account. */
const shortRoots = () => [tmpdir(), "/tmp", "/var/tmp", "/dev/shm", `/run/user/${process.getuid?.()}`, "/run"];

function isOpen(root: string, { account }: Location): boolean {
  try {
    accessSync(root, constants.W_OK | constants.X_OK);
    return !account || canEnter(account, root);
  } catch {
    return false;
  }
}

/** Folder of the server's socket: the cluster's own or, if that path is too long, one below `roots`. */
export function socketFolderOf(place: Location, roots = shortRoots()): string {
  const own = join(place.folder, "socket");
  if (fits(own)) return own;
  for (const root of roots) {
    const short = join(root, `lyceum-${fingerprint(place.folder)}`);
    if (fits(short) && isOpen(root, place)) return short;
  }
  throw new StartError(
    `The path of the database folder ${place.folder} is too long for its socket, and no short folder can be made in ${roots[0]}: set DATA_DIR to a shorter one.`,
  );
}
