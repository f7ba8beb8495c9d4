import "server-only";
import { dirname, join } from "node:path";
import { env } from "@/env";
import { StartError } from "@/lib/start-error";
import { forgetBackups } from "@/server/backup/keep";
import { type Backup, makeBackup } from "@/server/backup/make";
import { openArchive } from "@/server/backup/read";
import { type Restored, restoreArchive } from "@/server/backup/restore";
import { type Connection, closeDatabase, openDatabase } from "@/server/db";
import { addToErasedLog, readErasedLog } from "@/server/erased-log";
import { isEmbedded } from "@/server/files/configure";
import { openDataDir } from "@/server/postgres/data-dir";
import { forgetOld } from "./retention";

/** The folder of the product's migrations. */
export function migrationsFolder(): string {
  return join(/*turbopackIgnore: true*/ process.cwd(), "prisma", "migrations");
}

/** Backs up into `folder`, while the product may be running. @throws StartError */
export async function backUp(connection: Connection, folder: string): Promise<Backup> {
  const { DATA_DIR, BACKUP_KEY } = env();
  await openDataDir(DATA_DIR);
  return makeBackup({ connection, dataDir: DATA_DIR, folder, passphrase: BACKUP_KEY, withFiles: isEmbedded() });
}

/** Backs up into the folder of the settings, and lets go of old ones there. @throws StartError */
export async function backUpNightly(connection: Connection): Promise<Backup> {
  const folder = env().BACKUP_DIR;
  if (folder === undefined) throw new StartError("BACKUP_DIR is not set.");
  const made = await backUp(connection, folder);
  await forgetBackups(folder);
  return made;
}

/**
 * Brings back what the archive at `path` holds, looked through before anything is touched; `reach` opens the database.
 * What was erased since stays erased, and what is older by now than the privacy policy says is forgotten. @throws StartError
 */
export async function restoreFrom(
  path: string,
  reach: (work: (connection: Connection) => Promise<Restored>) => Promise<Restored>,
): Promise<Restored> {
  const { DATA_DIR, BACKUP_KEY } = env();
  const archive = await openArchive(path, BACKUP_KEY);
  try {
    return await reach(async (connection) => {
      await addToErasedLog(DATA_DIR, await readErasedLog(dirname(path)));
      const options = { connection, dataDir: DATA_DIR, migrationsFolder: migrationsFolder() };
      const done = await restoreArchive(archive, options);
      openDatabase(connection);
      try {
        await forgetOld(new Date());
      } finally {
        await closeDatabase();
      }
      return done;
    });
  } finally {
    archive.close();
  }
}
