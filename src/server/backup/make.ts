import "server-only";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { StartError } from "@/lib/start-error";
import { clientFor } from "../connect";
import type { Connection } from "../db";
import { addToErasedLog, readErasedLog } from "../erased-log";
import { lockKey } from "../postgres/migrate";
import { noteBackup } from "./last";
import { fileName, type Manifest, secretName, tableName } from "./manifest";
import { openArchive } from "./read";
import { rowsOut, tablesOf } from "./tables";
import { type ArchiveWriter, nameFile, writeArchive } from "./write";

export type BackupOptions = {
  connection: Connection;
  dataDir: string;
  /** Where the archive goes; it is made when it is missing. */
  folder: string;
  /** Seals the archive. */
  passphrase: string | undefined;
  /** True where the files lie in the data folder; those in the cloud are the cloud's to keep. */
  withFiles: boolean;
};

export type Backup = { path: string; bytes: number; at: string };

const unfinished = ".unfinished";

/**
 * Writes all that the institute would lose into one archive, while the product works: one snapshot of the database, the
 * files it names, the secret. It has its name only when every byte of it was read again. @throws StartError
 */
export async function makeBackup(options: BackupOptions): Promise<Backup> {
  const { dataDir, folder, passphrase } = options;
  const now = new Date();
  try {
    const made = await archiveInto(folder, now, passphrase, (archive) => fill(archive, options, now));
    // Whoever loses the data folder, and its list with it, may have to restore an archive older than the last one.
    await addToErasedLog(folder, await readErasedLog(dataDir));
    await noteBackup(dataDir, { at: made.at, bytes: made.bytes, ok: true });
    return made;
  } catch (error) {
    await noteBackup(dataDir, { at: now.toISOString(), bytes: 0, ok: false }).catch(() => {});
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
  await mkdir(/*turbopackIgnore: true*/ folder, { recursive: true, mode: 0o700 });
  const path = join(/*turbopackIgnore: true*/ folder, `lyceum-${now.toISOString().replaceAll(":", "-")}.zip`);
  const archive = await writeArchive(`${path}${unfinished}`, passphrase);
  try {
    await fill(archive);
    (await openArchive(`${path}${unfinished}`, passphrase)).close();
    await nameFile(`${path}${unfinished}`, path);
  } catch (error) {
    await archive.discard();
    throw error;
  }
  const { size } = await stat(/*turbopackIgnore: true*/ path);
  return { path, bytes: size, at: now.toISOString() };
}

async function fill(archive: ArchiveWriter, options: BackupOptions, now: Date): Promise<void> {
  const { connection, dataDir, folder, withFiles } = options;
  const client = clientFor(connection, { connectionTimeoutMillis: 10_000, application_name: "lyceum backup" });
  client.on("error", () => {});
  await client.connect();
  try {
    // One at a time; and no restore meanwhile. What an earlier one left behind is nobody's now.
    await client.query("select pg_advisory_lock($1)", [lockKey + 1]);
    await sweep(folder);
    await client.query("begin transaction isolation level repeatable read read only");
    // The first statement takes the snapshot.
    const migrations = await migrationsOf(client);
    const gone = withFiles ? await addFiles(archive, client, connection, dataDir) : [];
    const tables: Manifest["tables"] = [];
    for (const table of await tablesOf(client)) {
      const rows = rowsOut(client, table);
      await archive.add(tableName(table.name), rows.pipe(createGzip({ level: 1 })));
      tables.push({ ...table, rows: rows.rowCount });
    }
    const secret = await readFile(join(/*turbopackIgnore: true*/ dataDir, secretName)).catch(() => undefined);
    if (secret) await archive.add(secretName, Readable.from([secret]));
    await archive.finish({ format: 1, product: "lyceum", at: now.toISOString(), migrations, tables, gone });
  } finally {
    await client.end().catch(() => {});
  }
}

async function sweep(folder: string): Promise<void> {
  const hourAgo = Date.now() - 60 * 60 * 1000;
  for (const name of await readdir(/*turbopackIgnore: true*/ folder)) {
    const path = join(/*turbopackIgnore: true*/ folder, name);
    if (!name.endsWith(unfinished)) continue;
    // That of this run is young, and so may be one of another institute that shares the folder.
    const { mtimeMs } = await stat(/*turbopackIgnore: true*/ path);
    if (mtimeMs < hourAgo) await rm(/*turbopackIgnore: true*/ path, { force: true });
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

/** Adds the files that the snapshot names. Answers the keys of those that were deleted before their turn came. */
async function addFiles(
  archive: ArchiveWriter,
  client: pg.Client,
  connection: Connection,
  dataDir: string,
): Promise<string[]> {
  const { rows } = await client.query<{ key: string; published: boolean }>(
    "select key, state = 'published' as published from uploads where state <> 'expected' order by key",
  );
  const absent: string[] = [];
  for (const { key, published } of rows) {
    const file = await open(join(/*turbopackIgnore: true*/ dataDir, "files", key), "r").catch(() => undefined);
    if (file) await archive.add(fileName(key), createReadStream("", { fd: file }));
    else if (published) absent.push(key);
  }
  return absent.length > 0 ? await deletedSince(connection, absent) : [];
}

/** Those of `keys` that the database no longer shows. */
async function deletedSince(connection: Connection, keys: string[]): Promise<string[]> {
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
