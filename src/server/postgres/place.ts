import { chmod, mkdir, realpath, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "@/lib/start-error";
import { type Account, borrowedAccount, canUse, handOver, isRoot, ownerOf } from "./account";
import { exists, fingerprint, notWritable, openDataDir } from "./data-dir";
import { pointerOf, readPointer, writePointer } from "./pointer";

/** Where a cluster lives and who runs its server; no account means this process's own. */
export type Place = { folder: string; data: string; log: string; account: Account | undefined };

/** Clusters of data folders that only root can enter. */
const elsewhere = "/var/lib/lyceum";

/** The cluster's usual folder. */
function nearby(root: string): string {
  return join(/*turbopackIgnore: true*/ root, "postgres");
}

async function placeAt(path: string, account: Account | undefined): Promise<Place> {
  // Someone may have put a link there, to another disk; a process is known by the real folder it works in.
  const folder = await realpath(/*turbopackIgnore: true*/ path);
  const inside = (name: string) => join(/*turbopackIgnore: true*/ folder, name);
  return { folder, data: inside("data"), log: inside("server.log"), account };
}

/**
 * The cluster that belongs to a data folder, if it has one. Changes nothing.
 * @throws StartError when its cluster is gone, or belongs to another account or data folder.
 */
export async function findPlace(dataDir: string): Promise<Place | undefined> {
  if (!(await exists(dataDir))) return undefined;
  const root = await realpath(/*turbopackIgnore: true*/ dataDir);
  const pointed = await readPointer(root);
  const folder = pointed ?? nearby(root);
  const data = join(/*turbopackIgnore: true*/ folder, "data");
  if (await exists(join(/*turbopackIgnore: true*/ data, "PG_VERSION"))) {
    return placeAt(folder, isRoot() ? ((await ownerOf(data)) ?? (await borrowedAccount())) : undefined);
  }
  if (!pointed) return undefined;
  throw new StartError(
    `The database of ${root} was in ${pointed} and is no longer there: bring it back, or delete ${pointerOf(root)} to begin with an empty one.`,
  );
}

/**
 * The cluster's place for a data folder, open to the account that will run it: the one it has, or a new one.
 * @throws StartError when the folder cannot be used.
 */
export async function openPlace(dataDir: string, say: (line: string) => void): Promise<Place> {
  const root = await openDataDir(dataDir);
  const place = (await findPlace(root)) ?? (await newPlace(root, say));
  if (!place.account) return place;
  for (const path of [place.folder, place.data]) {
    if (await exists(path)) await handOver(path, place.account);
  }
  if (canUse(place.account, place.folder)) return place;
  throw new StartError(
    `The account that runs the database (number ${place.account.uid}) cannot enter ${place.folder}, because a folder above it is closed to others: open that one, or move the data folder.`,
  );
}

async function newPlace(root: string, say: (line: string) => void): Promise<Place> {
  const near = nearby(root);
  const account = isRoot() ? await borrowedAccount() : undefined;
  try {
    await mkdir(/*turbopackIgnore: true*/ near, { recursive: true, mode: 0o700 });
    await chmod(/*turbopackIgnore: true*/ near, 0o700);
    if (account) await letThrough(root);
    await handOver(near, account);
  } catch (error) {
    throw notWritable(root, error);
  }
  if (!account || canUse(account, near)) return placeAt(near, account);

  await rmdir(/*turbopackIgnore: true*/ near).catch(() => {});
  const far = await freeFolder(join(elsewhere, fingerprint(root)));
  say(`PostgreSQL does not run as root, and only root can enter ${root}: its database is kept in ${far}.`);
  await mkdir(elsewhere, { recursive: true });
  await chmod(elsewhere, 0o755);
  await mkdir(/*turbopackIgnore: true*/ far, { recursive: true, mode: 0o700 });
  await handOver(far, account);
  return placeAt(far, account);
}

/** A database that is there was made for a data folder since deleted or moved: the new one has nothing to do with it. */
async function freeFolder(path: string): Promise<string> {
  for (let number = 1; ; number++) {
    const folder = number === 1 ? path : `${path}-${number}`;
    if (!(await exists(join(/*turbopackIgnore: true*/ folder, "data")))) return folder;
  }
}

/** Leaves word in the data folder of a cluster that is elsewhere, so that it is found again. */
export async function notePlace(place: Place, dataDir: string): Promise<void> {
  const root = await realpath(/*turbopackIgnore: true*/ dataDir);
  const near = await realpath(/*turbopackIgnore: true*/ nearby(root)).catch(() => undefined);
  if (place.folder !== near) await writePointer(root, place.folder);
}

/** The stand-in of root passes through the data folder; it cannot list it. */
async function letThrough(root: string): Promise<void> {
  const { mode } = await stat(/*turbopackIgnore: true*/ root);
  await chmod(/*turbopackIgnore: true*/ root, (mode & 0o7777) | 0o001);
}
