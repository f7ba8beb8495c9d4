import "server-only";
import { env } from "@/env";
import { codeOf, reasonOf, StartError } from "@/lib/start-error";
import { pruneBackups } from "@/server/backup/keep";
import { type Backup, type BackupOptions, makeBackup } from "@/server/backup/make";
import { type Archive, openArchive, WrongPassphrase } from "@/server/backup/read";
import { type Restored, restoreArchive } from "@/server/backup/restore";
import { dirname, join, statfs } from "@/server/builtins";
import { type Connection, closeDatabase, openDatabase } from "@/server/db/client";
import { writeRefusalOf } from "@/server/db/database-errors";
import { prepareJobs } from "@/server/jobs/jobs";
import { log, traceOf } from "@/server/observability/log";
import { openDataDir } from "@/server/postgres/data-dir";
import { copyLogs } from "@/server/privacy/row-log";
import type { Say } from "./open-database";
import { purgeExpired } from "./retention";

export function migrationsFolder(): string {
  return join(process.cwd(), "prisma", "migrations");
}

/** Writes a backup to `folder`; the product may be running. @throws StartError, BackupUnderWay unless it may wait */
export async function backUp(
  connection: Connection,
  folder: string,
  how: BackupOptions["how"] = "command",
  mayWait = true,
): Promise<Backup> {
  const { DATA_DIR, BACKUP_KEY, NEXTAUTH_SECRET } = env();
  await openDataDir(DATA_DIR);
  const options = { connection, dataDir: DATA_DIR, folder, passphrase: BACKUP_KEY, how };
  return makeBackup({ ...options, withSecret: !NEXTAUTH_SECRET, mayWait, progress: () => requireSpaceIn(folder) });
}

/** Bytes that stay free beside a backup: PostgreSQL may write to the same disk. */
const reserve = 64 * 1024 * 1024;

async function requireSpaceIn(folder: string): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder);
  // Some network file systems do not report their size.
  if (blocks > 0 && bavail * bsize < reserve)
    throw Object.assign(new Error(`the disk of ${folder} is nearly full`), { code: "ENOSPC" });
}

/**
 * Writes a backup to BACKUP_DIR and deletes the product's old backups there, but never the last complete one. A night does not
 * fail if they cannot be deleted, because each further try writes a whole backup. @throws StartError, BackupUnderWay
 */
export async function backUpNightly(connection: Connection): Promise<Backup> {
  const folder = backupFolder();
  const backup = await backUp(connection, folder, "nightly", false);
  await deleteOldBackups(folder);
  return backup;
}

async function deleteOldBackups(folder: string): Promise<void> {
  await pruneBackups(folder, env().DATA_DIR).catch((error: unknown) =>
    log().warn({ error: traceOf(error) }, "old backups were not deleted"),
  );
}

function backupFolder(): string {
  const folder = env().BACKUP_DIR;
  if (folder === undefined) throw new StartError("BACKUP_DIR is not set.");
  return folder;
}

/** Makes the backup before a migration. If it fails, the start stops, but not if old backups cannot be deleted. @throws StartError */
export async function backUpBeforeMigration(connection: Connection): Promise<Backup> {
  const folder = backupFolder();
  const backup = await backUp(connection, folder, "nightly").catch((cause: Error) => {
    const advice = takesNone.test(codeOf(cause.cause) ?? "")
      ? ": let BACKUP_DIR name a folder it can write to, or unset it"
      : "";
    const message = `${reasonOf(cause)}. The tables were not changed and Lyceum does not start${advice}.`;
    throw new StartError(message, { cause });
  });
  await deleteOldBackups(folder);
  return backup;
}

/** Error codes of a folder to which no backup can be written. */
const takesNone = /^(EACCES|EPERM|EROFS|ENOTDIR|ENOENT|ENOSPC)$/;

/**
 * Asks the person who restores for a passphrase, or for another one, with the reason why the last one was refused; undefined if
 * there is no answer.
 */
export type AskPassphrase = (refused: string | undefined) => Promise<string | undefined>;

const nobody: AskPassphrase = async () => undefined;
const mostAsked = 3;

/** Opens an archive with BACKUP_KEY, or with the passphrase that is asked for. @throws StartError */
export async function openAsked(path: string, ask: AskPassphrase): Promise<Archive> {
  let refused: unknown;
  let passphrase = env().BACKUP_KEY;
  for (let asked = 0; ; asked++) {
    try {
      return await openArchive(path, passphrase);
    } catch (error) {
      if (!(error instanceof WrongPassphrase) || asked === mostAsked) throw error;
      refused = error;
    }
    passphrase = await ask(asked > 0 && refused instanceof Error ? refused.message : undefined);
    if (passphrase === undefined) throw refused;
  }
}

/**
 * Validates the archive at `path`, then restores it; `withConnection` opens the database. People who were erased after the
 * backup are erased again, what was ended stays ended, and data past its retention is purged. `ask` is asked for the passphrase
 * of an archive that BACKUP_KEY does not open. @throws StartError
 */
export async function restoreFrom(
  path: string,
  withConnection: (work: (connection: Connection) => Promise<Restored>) => Promise<Restored>,
  ask: AskPassphrase = nobody,
  say: Say = () => {},
): Promise<Restored> {
  const archive = await openAsked(path, ask);
  try {
    return await withConnection(async (connection) => {
      const restored = await bring(archive, connection, dirname(path));
      say("The data of the backup are in place. Deleting data that is too old ...");
      openDatabase(connection);
      try {
        // An erasure orders jobs.
        await prepareJobs();
        await purgeExpired(new Date());
      } catch (error) {
        restored.warnings.push(
          `The restore is complete, but not all old data were deleted; the next night tries again: ${reasonOf(error)}.`,
        );
      } finally {
        await closeDatabase();
      }
      return restored;
    });
  } finally {
    archive.close();
  }
}

async function bring(archive: Archive, connection: Connection, folder: string): Promise<Restored> {
  const { DATA_DIR: dataDir } = env();
  try {
    await copyLogs(folder, dataDir);
    return await restoreArchive(archive, { connection, dataDir, migrationsFolder: migrationsFolder() });
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw new StartError(`The restore failed. Nothing was changed: ${writeRefusalOf(cause) ?? reasonOf(cause)}.`, {
      cause,
    });
  }
}
