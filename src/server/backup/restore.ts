import "server-only";
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type pg from "pg";
import { env } from "@/env";
import { reasonOf, StartError } from "@/lib/start-error";
import { createReadStream, createWriteStream, dirname, join, mkdir, open, rename, writeFile } from "@/server/builtins";
import { say } from "@/server/messages";
import { sealedBySecret } from "../auth/secret";
import type { Connection } from "../db/client";
import { clientFor } from "../db/connect";
import type { Prisma } from "../generated/prisma/client";
import { exists } from "../postgres/data-dir";
import { applyMigration, holdLock, lockKey, migrationsTable, readMigrations, refuseForeign } from "../postgres/migrate";
import { endedRows, endRows } from "../privacy/ended";
import { eraseRecorded } from "../privacy/erasure";
import { addToLog, type LoggedRow, readLog } from "../privacy/row-log";
import { forgetFiles } from "./deleted-files";
import { fileName, secretName, tableName } from "./manifest";
import type { Archive } from "./read";
import {
  planMigrations,
  refuseWhileInUse,
  type Steps,
  splitTables,
  warnOfMissing,
  warnOfUnlisted,
} from "./restore-checks";
import { advanceSequences, copyRowsInto, dropSchema } from "./tables";
import { nameFile } from "./write";

type RestoreOptions = { connection: Connection; dataDir: string; migrationsFolder: string };

/** Restored rows and files, the number of rows that were erased again, and sentences about what was left undone. */
export type Restored = { at: string; rows: number; files: number; erased: number; warnings: string[] };

/**
 * Replaces the current data by an archive, in one transaction. Adds the files first; the next sweep deletes
 * unreferenced ones. Ends all sessions, ends and erases again what was ended or erased after the backup. @throws StartError if the
 * archive does not fit, or the product is running
 */
export async function restoreArchive(archive: Archive, options: RestoreOptions): Promise<Restored> {
  const { connection, dataDir, migrationsFolder } = options;
  const ours = await readMigrations(migrationsFolder);
  const migrations = planMigrations(archive.manifest, ours);
  const client = clientFor(connection, { connectionTimeoutMillis: 10_000, application_name: "lyceum restore" });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("begin");
    await holdLock(client, lockKey);
    await refuseWhileInUse(client);
    await refuseForeign(client, ours, ": restore into an empty one.");
    const files = await bringFiles(archive, join(dataDir, "files"));
    const lost = await warnOfMissing(archive.manifest, join(dataDir, "files"));
    const erasedHere = await erasedRows(client);
    const endedHere = await endedRows(async ({ text, values }) => (await client.query({ text, values })).rows);
    const unlisted = await warnOfUnlisted(dataDir, erasedHere.length + endedHere.length);
    const { rows, leftOut } = await bringRows(archive, client, migrations);
    const erased = await reapplyErasures(client, dataDir, erasedHere);
    await reapplyEndings(client, dataDir, endedHere);
    await holdBackEmails(client);
    await holdBackReleases(client);
    await client.query("commit").catch((cause) => {
      const lost =
        "The database did not confirm the restore, so all of it may have been replaced, or nothing: restore again";
      throw new StartError(`${lost} (${reasonOf(cause)}).`, { cause });
    });
    const warnings = await bringSecret(archive, dataDir).catch((cause: unknown) => [
      `The secret of this backup was not written, so restore it again before the next start: ${reasonOf(cause)}.`,
    ]);
    return { at: archive.manifest.at, rows, files, erased, warnings: [...leftOut, ...lost, ...unlisted, ...warnings] };
  } finally {
    await client.end().catch(() => {});
  }
}

const noSecret = `This backup has no secret: NEXTAUTH_SECRET must be that of the installation that made it. With another one, ${sealedBySecret} do not work.`;
const otherSecret = `NEXTAUTH_SECRET differs from the secret of this backup, which is now in the data folder: unset NEXTAUTH_SECRET. With it, ${sealedBySecret} do not work.`;

async function bringRows(archive: Archive, client: pg.Client, { before, after }: Steps) {
  await dropSchema(client);
  await client.query(migrationsTable);
  for (const migration of before) await applyMigration(client, migration);
  const { ours, leftOut } = await splitTables(client, archive.manifest);
  let all = 0;
  for (const table of ours) {
    const name = client.escapeIdentifier(table.name);
    await client.query(`alter table ${name} disable trigger user`);
    // Migrations may have inserted rows.
    await client.query(`delete from ${name}`);
    const rows = copyRowsInto(client, table);
    await pipeline(await archive.read(tableName(table.name)), createGunzip(), rows);
    await client.query(`alter table ${name} enable trigger user`);
    if (rows.rowCount !== table.rows) throw new StartError(`The table ${table.name} was not restored completely.`);
    all += rows.rowCount;
  }
  await advanceSequences(client);
  await forgetFiles(client, archive.manifest.gone);
  // Otherwise sessions that ended after the backup would be valid again.
  await client.query("delete from sessions");
  await client.query("delete from account_tokens");
  for (const migration of after) await applyMigration(client, migration);
  await client.query("delete from submission_tokens");
  await endTasks(client);
  return { rows: all, leftOut };
}

/** Backups contain no results of tasks, and tasks that were running at the backup do not resume (decision 56). */
async function endTasks(client: pg.Client): Promise<void> {
  await client.query("delete from uploads where owner_kind = 'task'");
  await client.query("update background_tasks set upload_key = null, result_until = null where upload_key is not null");
  await client.query(
    `update background_tasks set state = 'failed', fault = $1, ended_at = now(), changed_at = now() where ended_at is null`,
    [say("taskBeforeRestore")],
  );
}

async function erasedRows(client: pg.Client): Promise<LoggedRow[]> {
  const { rows: found } = await client.query<{ found: boolean }>(
    "select to_regclass('erased_rows') is not null as found",
  );
  if (!found[0]?.found) return [];
  const { rows } = await client.query<LoggedRow>(
    `select table_name as "tableName", row_id as "rowId" from erased_rows`,
  );
  return rows;
}

async function reapplyErasures(client: pg.Client, dataDir: string, erasedHere: LoggedRow[]): Promise<number> {
  const erased = await eraseRecorded(
    async ({ text, values }) => (await client.query({ text, values })).rowCount ?? 0,
    [...(await readLog(dataDir, "erased")), ...erasedHere],
  );
  await addToLog(dataDir, "erased", await erasedRows(client));
  return erased;
}

async function reapplyEndings(client: pg.Client, dataDir: string, endedHere: LoggedRow[]): Promise<void> {
  await addToLog(dataDir, "ended", endedHere);
  const run = async ({ text, values }: Prisma.Sql) => (await client.query({ text, values })).rowCount ?? 0;
  await endRows(run, await readLog(dataDir, "ended"));
}

/**
 * Holds back unsent emails, which may have been sent after the backup, and drops pending reset links and emails that were
 * still to be ordered.
 */
async function holdBackEmails(client: pg.Client): Promise<void> {
  await client.query("delete from mails where state = 'waiting' and kind = 'resetPassword'");
  await client.query("update mails set state = 'held', fault = null where state = 'waiting'");
  // News of the same day is gathered into another digest.
  await client.query("update mails set event = event || ':' || id where kind = 'digest' and state = 'held'");
  await client.query("update results set tell_at = null where tell_at is not null");
  await client.query("delete from mail_outages");
}

/**
 * Releases and notices that became due since the backup wait for a decision, because families may already have been notified
 * (decision 56).
 */
async function holdBackReleases(client: pg.Client): Promise<void> {
  // Do not notify a class again of materials that it was notified of after the backup.
  await client.query("update materials set tell_class = false where available_from <= now()");
  await client.query("update exams set held_at = now() where state = 'scheduled' and release_at <= now()");
  await client.query(
    `update notices set held_at = now() where (state = 'scheduled' and publish_at <= now())
       or (state = 'published' and tell_at <= now() and told_at is null)`,
  );
}

async function bringFiles(archive: Archive, folder: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const prefix = fileName("");
  const keys = Object.keys(archive.manifest.parts).filter((name) => name.startsWith(prefix));
  for (const name of keys) {
    const key = name.slice(prefix.length);
    if (!/^[A-Za-z0-9]{20,120}$/.test(key)) throw new StartError("This backup contains an invalid file key.");
    const path = join(folder, key);
    if ((await exists(path)) && (await isSame(path, await archive.read(name)))) continue;
    const file = createWriteStream(`${path}.part`, { mode: 0o600, flush: true });
    await pipeline(await archive.read(name), file);
    await rename(`${path}.part`, path);
  }
  const made = await open(folder, "r");
  await made.sync().finally(() => made.close());
  return keys.length;
}

async function isSame(path: string, content: NodeJS.ReadableStream): Promise<boolean> {
  const [there, wanted] = [createHash("sha256"), createHash("sha256")];
  await pipeline(createReadStream(path), there);
  await pipeline(content, wanted);
  return there.digest("hex") === wanted.digest("hex");
}

/** Returns a warning for an archive without a secret, or if NEXTAUTH_SECRET is another one. */
async function bringSecret(archive: Archive, dataDir: string): Promise<string[]> {
  if (!(secretName in archive.manifest.parts)) return [noSecret];
  const path = join(dataDir, secretName);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const secret = await buffer(await archive.read(secretName));
  await writeFile(`${path}.new`, secret, { mode: 0o600, flush: true });
  await nameFile(`${path}.new`, path);
  const { NEXTAUTH_SECRET: inUse } = env();
  return inUse === undefined || inUse === secret.toString().trim() ? [] : [otherSecret];
}
