import { StartError } from "@/lib/start-error";
import { chmod, join, mkdir, realpath, rmdir, stat } from "@/server/builtins";
import { type Account, canUse, changeOwner, findUnprivilegedAccount, isRoot, ownerOf } from "./account";
import { exists, fingerprint, notWritable, openDataDir } from "./data-dir";
import { pointerOf, readPointer, writePointer } from "./pointer";

/** Location of a cluster and the account that runs its server; undefined means this process's own. */
export type Location = { folder: string; data: string; log: string; account: Account | undefined };

/** For clusters of data folders that only root can enter. */
const rootClusters = "/var/lib/lyceum";

function defaultFolder(root: string): string {
  return join(root, "postgres");
}

async function placeAt(path: string, account: Account | undefined): Promise<Location> {
  // Resolve symlinks, since a process is recognised by its real working folder.
  const folder = await realpath(path);
  const inside = (name: string) => join(folder, name);
  return { folder, data: inside("data"), log: inside("server.log"), account };
}

/** Finds the cluster of a data folder. @throws StartError if it is gone or belongs to another account or folder */
export async function findLocation(dataDir: string): Promise<Location | undefined> {
  if (!(await exists(dataDir))) return undefined;
  const root = await realpath(dataDir);
  const pointed = await readPointer(root);
  const folder = pointed ?? defaultFolder(root);
  const data = join(folder, "data");
  if (await exists(join(data, "PG_VERSION"))) {
    return placeAt(folder, isRoot() ? ((await ownerOf(data)) ?? (await findUnprivilegedAccount())) : undefined);
  }
  if (!pointed) return undefined;
  throw new StartError(
    `The database of ${root} was in ${pointed} and is gone: restore it, or delete ${pointerOf(root)} to start with an empty one.`,
  );
}

/** Finds or chooses the location of a cluster and makes it accessible to its account. */
export async function openLocation(dataDir: string, say: (line: string) => void): Promise<Location> {
  const root = await openDataDir(dataDir);
  const place = (await findLocation(root)) ?? (await newPlace(root, say));
  if (!place.account) return place;
  for (const path of [place.folder, place.data]) {
    if (await exists(path)) await changeOwner(path, place.account);
  }
  if (canUse(place.account, place.folder)) return place;
  throw new StartError(
    `The account that runs the database (number ${place.account.uid}) cannot enter ${place.folder}, because it may not enter a parent folder: change its permissions, or move the data folder.`,
  );
}

async function newPlace(root: string, say: (line: string) => void): Promise<Location> {
  const near = defaultFolder(root);
  const account = isRoot() ? await findUnprivilegedAccount() : undefined;
  try {
    await mkdir(near, { recursive: true, mode: 0o700 });
    await chmod(near, 0o700);
    if (account) await allowPassage(root);
    await changeOwner(near, account);
  } catch (error) {
    throw notWritable(root, error);
  }
  if (!account || canUse(account, near)) return placeAt(near, account);

  await rmdir(near).catch(() => {});
  const far = await unusedFolder(join(rootClusters, fingerprint(root)));
  say(`PostgreSQL does not run as root, and only root can enter ${root}: its database is kept in ${far}.`);
  await mkdir(rootClusters, { recursive: true });
  await chmod(rootClusters, 0o755);
  await mkdir(far, { recursive: true, mode: 0o700 });
  await changeOwner(far, account);
  return placeAt(far, account);
}

/** An existing database there belongs to a data folder that was deleted or moved. */
async function unusedFolder(path: string): Promise<string> {
  for (let number = 1; ; number++) {
    const folder = number === 1 ? path : `${path}-${number}`;
    if (!(await exists(join(folder, "data")))) return folder;
  }
}

/** Records in the data folder that its cluster is elsewhere. */
export async function recordLocation(place: Location, dataDir: string): Promise<void> {
  const root = await realpath(dataDir);
  const near = await realpath(defaultFolder(root)).catch(() => undefined);
  if (place.folder !== near) await writePointer(root, place.folder);
}

/** The unprivileged account may pass through the data folder, but not list it. */
async function allowPassage(root: string): Promise<void> {
  const { mode } = await stat(root);
  await chmod(root, (mode & 0o7777) | 0o001);
}
