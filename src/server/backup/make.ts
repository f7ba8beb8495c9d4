import "server-only";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { codeOf, reasonOf, StartError } from "@/lib/start-error";
import { createReadStream, join, open, readdir, readFile, rm, stat } from "@/server/builtins";
import type { Connection } from "../db/client";
import { clientFor } from "../db/connect";
import { log, traceOf } from "../observability/log";
import { makeFolder } from "../postgres/data-dir";
import { lockKey, unlimited } from "../postgres/migrate";
import { copyLogs } from "../privacy/row-log";
import { findDeletedKeys } from "./deleted-files";
import { completeness, recordBackup } from "./last";
import { fileName, type Manifest, secretName, tableName } from "./manifest";
import { openArchive } from "./read";
import { copyRowsFrom, tablesOf } from "./tables";
import { type ArchiveWriter, nameFile, writeArchive } from "./write";

/** Location of the data. */
export type BackupSource = {
  connection: Connection;
  dataDir: string;
  /** False while NEXTAUTH_SECRET is set: a secret in the data folder is not the one in use. */
  withSecret?: boolean;
  /** Called with the number of files and tables written so far; an exception aborts the backup. */
  progress?: (done: number, total: number) => Promise<void>;
  /** A command may wait for another backup. A job may not, because it would hold a slot of the queue. */
  mayWait?: boolean;
};

/** Another backup is being made. */
export class BackupUnderWay extends StartError {
  constructor() {
    super("Another backup is being made.");
  }
}

export type BackupOptions = BackupSource & {
  folder: string;
  passphrase: string | undefined;
  how: "nightly" | "command";
};

type Written = {
  bytes: number;
  /** Keys of published files that were not found. */
  missing: string[];
};

export type Backup = Written & { path: string; at: string };

const unfinished = ".unfinished";
const waitInterval = 500;

/** File name of the archive of this moment. */
export const archiveName = (at: Date) => `lyceum-${at.toISOString().replaceAll(":", "-")}.zip`;

/** Writes a backup into `folder` while the product runs, see {@link writeBackup}. @throws StartError */
export async function makeBackup(options: BackupOptions): Promise<Backup> {
  const { dataDir, folder, passphrase, how } = options;
  const now = new Date();
  try {
    await makeFolder(folder, 0o700);
    await sweep(folder);
    // Before the archive, because each further try writes a whole one.
    await copyLogs(dataDir, folder);
    const path = join(folder, archiveName(now));
    const { bytes, missing } = await writeBackup(`${path}${unfinished}`, passphrase, options, now);
    await nameFile(`${path}${unfinished}`, path);
    // After the loss of the data folder, an older archive may be restored without its lists of erased and ended rows.
    await copyLogs(dataDir, folder);
    const made = { at: now.toISOString(), bytes };
    await recordBackup(dataDir, { ...made, how, ...completeness(missing) }).catch((error: unknown) =>
      log().warn({ error: traceOf(error) }, "the backup was made, but backups.log does not name it"),
    );
    return { path, ...made, missing };
  } catch (error) {
    if (error instanceof BackupUnderWay) throw error;
    await recordBackup(dataDir, { at: now.toISOString(), bytes: 0, ok: false, how }).catch(() => {});
    throw error instanceof StartError ? error : failed(folder, error);
  }
}

function failed(folder: string, cause: unknown): StartError {
  const reason = reasonOf(cause);
  return new StartError(`The backup to ${folder} failed; existing backups are unchanged: ${reason}.`, { cause });
}

/**
 * Writes a consistent archive to `path`: a database snapshot, the files it refers to, the secret. Verifies it, or deletes it.
 * @throws BackupUnderWay unless it may wait
 */
export async function writeBackup(
  path: string,
  passphrase: string | undefined,
  source: BackupSource,
  now: Date,
): Promise<Written> {
  let missing: string[] = [];
  await writeArchive(path, passphrase, async (archive) => {
    missing = await fill(archive, source, now);
    (await openArchive(path, passphrase)).close();
  });
  return { bytes: (await stat(path)).size, missing };
}

/** Returns the keys of published files that were not found. */
async function fill(archive: ArchiveWriter, source: BackupSource, now: Date): Promise<string[]> {
  const { connection, dataDir, progress, withSecret = true, mayWait = false } = source;
  const client = clientFor(connection, { connectionTimeoutMillis: 10_000, application_name: "lyceum backup" });
  client.on("error", () => {});
  await client.connect();
  try {
    await takeSnapshot(client, mayWait);
    const migrations = await migrationsOf(client);
    const [files, all] = [await filesOf(client), await tablesOf(client)];
    const total = files.length + all.length;
    const absent: string[] = [];
    for (const [index, { key, published }] of files.entries()) {
      await progress?.(index, total);
      const file = await openIfThere(join(dataDir, "files", key));
      if (file) await archive.add(fileName(key), createReadStream("", { fd: file }));
      else if (published) absent.push(key);
    }
    const gone = absent.length > 0 ? await findDeletedKeys(connection, absent) : [];
    const missing = absent.filter((key) => !gone.includes(key));
    const tables: Manifest["tables"] = [];
    for (const table of all) {
      await progress?.(files.length + tables.length, total);
      const rows = copyRowsFrom(client, table);
      const packed = createGzip({ level: 1 });
      // A pipe does not pass on errors, and an unhandled one would end the process.
      rows.once("error", (error: Error) => packed.destroy(error));
      await archive.add(tableName(table.name), rows.pipe(packed));
      tables.push({ ...table, rows: rows.rowCount });
    }
    const secret = withSecret ? await readFile(join(dataDir, secretName)).catch(() => undefined) : undefined;
    if (secret) await archive.add(secretName, Readable.from([secret]));
    const facts = { at: now.toISOString(), migrations, tables, gone, missing };
    await archive.finish({ format: 1, product: "lyceum", ...facts });
    await progress?.(total, total);
    return missing;
  } finally {
    await client.end().catch(() => {});
  }
}

async function openIfThere(path: string) {
  try {
    return await open(path, "r");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Begins a transaction of the current data that excludes concurrent backups. @throws BackupUnderWay unless it may wait */
async function takeSnapshot(client: pg.Client, mayWait: boolean): Promise<void> {
  for (;;) {
    await client.query("begin transaction isolation level repeatable read read only");
    await client.query(unlimited);
    await client.query("set local idle_in_transaction_session_timeout = 0");
    // This statement takes the snapshot, so it must not wait.
    const sql = "select pg_try_advisory_xact_lock($1) as taken";
    const { rows } = await client.query<{ taken: boolean }>(sql, [lockKey + 1]);
    if (rows[0]?.taken) return;
    if (!mayWait) throw new BackupUnderWay();
    await client.query("rollback");
    await sleep(waitInterval);
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

/**
 * The files of the snapshot, without those in the cloud. Before their migration, uploads of an earlier version have neither an owner nor
 * a store; the start of their keys says whether it is the embedded one.
 */
async function filesOf(client: pg.Client) {
  const { rows } = await client.query<{ key: string; published: boolean }>(
    `select key, state = 'published' as published from uploads u
     where state <> 'expected' and to_jsonb(u) ->> 'owner_kind' is distinct from 'task'
       and coalesce(to_jsonb(u) ->> 'store' = 'embedded', starts_with(key, 'Arh3Vzoz5QrO')) order by key`,
  );
  return rows;
}
