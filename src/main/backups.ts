import "server-only";
import { env } from "@/env";
import { StartError } from "@/lib/start-error";
import { pruneBackups } from "@/server/backup/keep";
import { type Backup, makeBackup } from "@/server/backup/make";
import { openArchive } from "@/server/backup/read";
import { type Restored, restoreArchive } from "@/server/backup/restore";
import { dirname, join } from "@/server/builtins";
import { type Connection, closeDatabase, openDatabase } from "@/server/db/client";
import { isEmbedded } from "@/server/files/configure";
import { openDataDir } from "@/server/postgres/data-dir";
import { addToEndedLog, readEndedLog } from "@/server/privacy/ended-log";
import { addToErasedLog, readErasedLog } from "@/server/privacy/erased-log";
import { purgeExpired } from "./retention";

/** The folder of the Prisma migrations. */
export function migrationsFolder(): string {
  return join(process.cwd(), "prisma", "migrations");
}

/** Writes a backup to `folder`; the product may be running. @throws StartError */
export async function backUp(connection: Connection, folder: string): Promise<Backup> {
  const { DATA_DIR, BACKUP_KEY } = env();
  await openDataDir(DATA_DIR);
  return makeBackup({ connection, dataDir: DATA_DIR, folder, passphrase: BACKUP_KEY, withFiles: isEmbedded() });
}

/** Writes a backup to BACKUP_DIR and deletes old backups there. @throws StartError */
export async function backUpNightly(connection: Connection): Promise<Backup> {
  const folder = env().BACKUP_DIR;
  if (folder === undefined) throw new StartError("BACKUP_DIR is not set.");
  const backup = await backUp(connection, folder);
  await pruneBackups(folder);
  return backup;
}

/**
 * Validates the archive at `path`, then restores it; `withConnection` opens the database. People who were erased after the
 * backup are erased again, what was ended stays ended, and data past its retention is purged. @throws StartError
 */
export async function restoreFrom(
  path: string,
  withConnection: (work: (connection: Connection) => Promise<Restored>) => Promise<Restored>,
): Promise<Restored> {
  const { DATA_DIR, BACKUP_KEY } = env();
  const archive = await openArchive(path, BACKUP_KEY);
  try {
    return await withConnection(async (connection) => {
      await addToErasedLog(DATA_DIR, await readErasedLog(dirname(path)));
      await addToEndedLog(DATA_DIR, await readEndedLog(dirname(path)));
      const options = { connection, dataDir: DATA_DIR, migrationsFolder: migrationsFolder() };
      const restored = await restoreArchive(archive, options);
      openDatabase(connection);
      try {
        await purgeExpired(new Date());
      } finally {
        await closeDatabase();
      }
      return restored;
    });
  } finally {
    archive.close();
  }
}
