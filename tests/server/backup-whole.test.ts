import { readdir } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { makeBackup } from "@/server/backup/make";
import type { Connection } from "@/server/db/client";
import { emptyFolder } from "../harness/clusters";
import { extraDatabase, resetDatabase } from "../harness/database";
import { query } from "../harness/sql";

beforeEach(resetDatabase);

const backUp = (connection: Connection, dataDir: string) => {
  const options = { passphrase: undefined, withFiles: true, how: "nightly" } as const;
  return makeBackup({ ...options, connection, dataDir, folder: join(dataDir, "backups") });
};

describe("a backup of a table that takes long", () => {
  /** A connection that keeps the backup waiting for the results. */
  async function holdResults(there: Connection): Promise<pg.Client> {
    const holder = new pg.Client(there);
    await holder.connect();
    await holder.query("begin");
    await holder.query("lock table results in access exclusive mode");
    return holder;
  }

  test("does not end at the time limit of the database", async () => {
    const there = await extraDatabase("migrated");
    const holder = await holdResults(there);
    const limit = "alter database %I set statement_timeout = 400";
    await query(there, `do $$ begin execute format('${limit}', current_database()); end $$`);
    setTimeout(() => void holder.end(), 1200);
    expect(await backUp(there, await emptyFolder())).toMatchObject({ bytes: expect.any(Number) });
  });

  test("fails in words and leaves nothing if the database breaks it off", async () => {
    const [there, dataDir] = [await extraDatabase("migrated"), await emptyFolder()];
    const holder = await holdResults(there);
    const failing = backUp(there, dataDir);
    const breakOff = `select pg_cancel_backend(pid) from pg_stat_activity where query like 'copy "results"%'
      and datname = current_database() and wait_event_type = 'Lock'`;
    await Promise.all([
      expect(failing).rejects.toThrow(/The backup to .+ failed.*canceling statement/),
      expect.poll(() => query(there, breakOff), { timeout: 10_000 }).toHaveLength(1),
    ]);
    expect(await readdir(join(dataDir, "backups"))).toEqual([]);
    await holder.end();
  });
});
