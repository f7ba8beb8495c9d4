import { join } from "node:path";
import pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { makeBackup } from "@/server/backup/make";
import { emptyFolder } from "../harness/clusters";
import { extraDatabase, resetDatabase } from "../harness/database";
import { query } from "../harness/sql";

beforeEach(resetDatabase);

test("a table that takes longer than the time limit of the database is backed up, too", async () => {
  const there = await extraDatabase("migrated");
  const dataDir = await emptyFolder();
  const holder = new pg.Client(there);
  await holder.connect();
  await holder.query("begin");
  await holder.query("lock table results in access exclusive mode");
  const limit = "alter database %I set statement_timeout = 400";
  await query(there, `do $$ begin execute format('${limit}', current_database()); end $$`);
  const release = setTimeout(() => void holder.end(), 1200);
  try {
    const options = { passphrase: undefined, withFiles: true, how: "nightly" } as const;
    const made = makeBackup({ ...options, connection: there, dataDir, folder: join(dataDir, "backups") });
    expect(await made).toMatchObject({ bytes: expect.any(Number) });
  } finally {
    clearTimeout(release);
    await holder.end();
  }
});
