import { spawnSync } from "node:child_process";
import { StartError } from "@/lib/start-error";
import { chown, join, lstat, readdir, readFile, stat } from "@/server/builtins";

/** Account of the database server when Lyceum runs as root, which PostgreSQL refuses to do. */
export type Account = { uid: number; gid: number };

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Spawn options for a child that runs as `account`, if given. */
export function runAs(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

/** Owner of `path`; undefined if it is missing or belongs to root. */
export async function ownerOf(path: string): Promise<Account | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

/** The accounts of this machine: their names, passwords, numbers and groups. */
async function accounts(): Promise<string[][]> {
  return (await readFile("/etc/passwd", "utf8").catch(() => "")).split("\n").map((line) => line.split(":"));
}

/** Name of an account, in the words of `sudo -u`. */
export async function nameOf({ uid }: Account): Promise<string> {
  return (await accounts()).find((fields) => fields[2] === String(uid))?.[0] ?? `#${uid}`;
}

/** An existing unprivileged account. @throws StartError if there is none */
export async function findUnprivilegedAccount(): Promise<Account> {
  const rows = await accounts();
  for (const name of ["postgres", "_postgres", "nobody"]) {
    const row = rows.find((fields) => fields[0] === name);
    const [uid, gid] = [Number(row?.[2]) >>> 0, Number(row?.[3]) >>> 0];
    if (row && uid !== 0) return { uid, gid };
  }
  throw new StartError(
    "PostgreSQL does not run as root and this machine has no account named postgres or nobody: start Lyceum as an ordinary user, or set DATABASE_URL.",
  );
}

/** True if `account` can write to `folder`. */
export function canUse(account: Account, folder: string): boolean {
  return testAccess(account, 'cd -- "$1" && [ -w . ]', folder);
}

/** True if `account` can enter `folder`. */
export function canEnter(account: Account, folder: string): boolean {
  return testAccess(account, 'cd -- "$1"', folder);
}

// Asks the system, which also knows ACLs and mount options.
function testAccess(account: Account, command: string, folder: string): boolean {
  const words = ["-c", command, "sh", folder];
  return spawnSync("/bin/sh", words, { ...runAs(account), stdio: "ignore" }).status === 0;
}

/** Makes `account` the owner of `path` and everything below it. */
export async function changeOwner(path: string, account: Account | undefined): Promise<void> {
  if (!account) return;
  const found = await lstat(path);
  if (found.uid === account.uid) return;
  if (found.isDirectory()) {
    for (const name of await readdir(path)) {
      await changeOwner(join(path, name), account);
    }
  }
  if (!found.isSymbolicLink()) await chown(path, account.uid, account.gid);
}
