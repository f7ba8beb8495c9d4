import "server-only";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { StartError } from "@/lib/start-error";
import { createReadStream, join, mkdir, open, readdir, readFile, rm, stat } from "@/server/builtins";
import type { Connection } from "../db/client";
import { clientFor } from "../db/connect";
import { lockKey } from "../postgres/migrate";
import { addToEndedLog, readEndedLog } from "../privacy/ended-log";
import { addToErasedLog, readErasedLog } from "../privacy/erased-log";
import { recordBackup } from "./last";
import { fileName, type Manifest, secretName, tableName } from "./manifest";
import { openArchive } from "./read";
import { copyRowsFrom, tablesOf } from "./tables";
import { type ArchiveWriter, nameFile, writeArchive } from "./write";

export type BackupOptions = {
  connection: Connection;
  dataDir: string;
  folder: string;
  passphrase: string | undefined;
  /** True if public files are in the data folder; cloud files are not part of a backup, private ones always are. */
  withFiles: boolean;
};

export type Backup = { path: string; bytes: number; at: string };

const unfinished = ".unfinished";

/**
 * Writes a consistent archive while the product runs: a database snapshot, the files it refers to, the secret.
 * Verifies the archive before giving it its name. @throws StartError
 */
export async function makeBackup(options: BackupOptions): Promise<Backup> {
  const { dataDir, folder, passphrase } = options;
  const now = new Date();
  try {
    const made = await archiveInto(folder, now, passphrase, (archive) => fill(archive, options, now));
    // After a loss of the data folder, an older archive may have to be restored without its lists of erased and ended rows.
    await addToErasedLog(folder, await readErasedLog(dataDir));
    await addToEndedLog(folder, await readEndedLog(dataDir));
    await recordBackup(dataDir, { at: made.at, bytes: made.bytes, ok: true });
    return made;
  } catch (error) {
    await recordBackup(dataDir, { at: now.toISOString(), bytes: 0, ok: false }).catch(() => {});
    throw error instanceof StartError ? error : failed(folder, error);
  }
}

function failed(folder: string, cause: unknown): StartError {
  const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
  return new StartError(`The backup to ${folder} failed, and those that are there were left alone: ${reason}.`, {
    cause,
  });
}

async function archiveInto(
  folder: string,
  now: Date,
  passphrase: string | undefined,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<Backup> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `lyceum-${now.toISOString().replaceAll(":", "-")}.zip`);
  const archive = await writeArchive(`${path}${unfinished}`, passphrase);
  try {
    await fill(archive);
    (await openArchive(`${path}${unfinished}`, passphrase)).close();
    await nameFile(`${path}${unfinished}`, path);
  } catch (error) {
    await archive.discard();
    throw error;
  }
  const { size } = await stat(path);
  return { path, bytes: size, at: now.toISOString() };
}

async function fill(archive: ArchiveWriter, options: BackupOptions, now: Date): Promise<void> {
  const { connection, dataDir, folder } = options;
  const client = clientFor(connection, { connectionTimeoutMillis: 10_000, application_name: "lyceum backup" });
  client.on("error", () => {});
  await client.connect();
  try {
    // Excludes concurrent backups and restores, so leftover files there belong to nobody.
    await client.query("select pg_advisory_lock($1)", [lockKey + 1]);
    await sweep(folder);
    await client.query("begin transaction isolation level repeatable read read only");
    // The first statement takes the snapshot.
    const migrations = await migrationsOf(client);
    const gone = await addFiles(archive, client, options);
    const tables: Manifest["tables"] = [];
    for (const table of await tablesOf(client)) {
      const rows = copyRowsFrom(client, table);
      await archive.add(tableName(table.name), rows.pipe(createGzip({ level: 1 })));
      tables.push({ ...table, rows: rows.rowCount });
    }
    const secret = await readFile(join(dataDir, secretName)).catch(() => undefined);
    if (secret) await archive.add(secretName, Readable.from([secret]));
    await archive.finish({ format: 1, product: "lyceum", at: now.toISOString(), migrations, tables, gone });
  } finally {
    await client.end().catch(() => {});
  }
}

async function sweep(folder: string): Promise<void> {
  const hourAgo = Date.now() - 60 * 60 * 1000;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (!name.endsWith(unfinished)) continue;
    // A recent file may belong to this run, or to another institute that shares the folder.
    const { mtimeMs } = await stat(path);
    if (mtimeMs < hourAgo) await rm(path, { force: true });
  }
}

async function migrationsOf(client: pg.Client): Promise<Manifest["migrations"]> {
  const { rows: found } = await client.query<{ empty: boolean }>(
    "select to_regclass('_prisma_migrations') is null as empty",
  );
  if (found[0]?.empty) throw new StartError("There is nothing to back up yet: Lyceum has never run on this database.");
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "select migration_name as name, checksum from _prisma_migrations where rolled_back_at is null order by migration_name",
  );
  return rows;
}

/** Adds the files of the snapshot. Returns the keys of files deleted meanwhile. */
async function addFiles(archive: ArchiveWriter, client: pg.Client, options: BackupOptions): Promise<string[]> {
  const { connection, dataDir, withFiles } = options;
  const { rows } = await client.query<{ key: string; published: boolean }>(
    `select key, state = 'published' as published from uploads
     where state <> 'expected' and owner_kind <> 'task' and (store = 'embedded' or store is null and $1) order by key`,
    [withFiles],
  );
  const absent: string[] = [];
  for (const { key, published } of rows) {
    const file = await open(join(dataDir, "files", key), "r").catch(() => undefined);
    if (file) await archive.add(fileName(key), createReadStream("", { fd: file }));
    else if (published) absent.push(key);
  }
  return absent.length > 0 ? await findDeletedKeys(connection, absent) : [];
}

async function findDeletedKeys(connection: Connection, keys: string[]): Promise<string[]> {
  const client = clientFor(connection, { application_name: "lyceum backup" });
  await client.connect();
  try {
    const { rows } = await client.query<{ key: string }>(
      "select key from uploads where state = 'published' and key = any($1)",
      [keys],
    );
    const shown = new Set(rows.map(({ key }) => key));
    return keys.filter((key) => !shown.has(key));
  } finally {
    await client.end();
  }
}
