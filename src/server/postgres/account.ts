import { spawnSync } from "node:child_process";
import { chown, lstat, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "@/lib/start-error";

/** The account the database server runs under when Lyceum itself runs as root, which PostgreSQL refuses. */
export type Account = { uid: number; gid: number };

/** True when this process is the superuser of the machine. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The part of the spawn options that makes a child run as `account`, or as this process when there is none. */
export function runAs(account: Account | undefined): { uid?: number; gid?: number } {
  return account ? { uid: account.uid, gid: account.gid } : {};
}

/** The owner of `path`; none when it does not exist or belongs to root. */
export async function ownerOf(path: string): Promise<Account | undefined> {
  const found = await stat(/*turbopackIgnore: true*/ path).catch(() => undefined);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

/** An unprivileged account this machine already has. @throws StartError when it has none. */
export async function borrowedAccount(): Promise<Account> {
  const rows = (await readFile("/etc/passwd", "utf8").catch(() => "")).split("\n").map((line) => line.split(":"));
  for (const name of ["postgres", "_postgres", "nobody"]) {
    const row = rows.find((fields) => fields[0] === name);
    const [uid, gid] = [Number(row?.[2]) >>> 0, Number(row?.[3]) >>> 0];
    if (row && uid !== 0) return { uid, gid };
  }
  throw new StartError(
    "PostgreSQL does not run as root and this machine has no account named postgres or nobody: start Lyceum as an ordinary user, or set DATABASE_URL.",
  );
}

/** True when `account` can enter `folder` and write there. */
export function canUse(account: Account, folder: string): boolean {
  return succeeds(account, 'cd -- "$1" && [ -w . ]', folder);
}

/** True when `account` can enter `folder`. */
export function canEnter(account: Account, folder: string): boolean {
  return succeeds(account, 'cd -- "$1"', folder);
}

// Asked of the system itself, which knows every rule.
function succeeds(account: Account, command: string, folder: string): boolean {
  const words = ["-c", command, "sh", folder];
  return spawnSync("/bin/sh", words, { ...runAs(account), stdio: "ignore" }).status === 0;
}

/** Makes `account` the owner of `path` and all below it, where it is not already. */
export async function handOver(path: string, account: Account | undefined): Promise<void> {
  if (!account) return;
  const found = await lstat(/*turbopackIgnore: true*/ path);
  if (found.uid === account.uid) return;
  if (found.isDirectory()) {
    for (const name of await readdir(/*turbopackIgnore: true*/ path)) {
      await handOver(join(/*turbopackIgnore: true*/ path, name), account);
    }
  }
  if (!found.isSymbolicLink()) await chown(/*turbopackIgnore: true*/ path, account.uid, account.gid);
}
