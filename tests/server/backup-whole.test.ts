import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import pg from "pg";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { env } from "@/env";
import * as product from "@/main/backups";
import { warnOfBackupFolder } from "@/main/warnings";
import { pruneBackups } from "@/server/backup/keep";
import { lastBackup } from "@/server/backup/last";
import { archiveName, makeBackup } from "@/server/backup/make";
import { openArchive } from "@/server/backup/read";
import { restoreArchive } from "@/server/backup/restore";
import { type Connection, db } from "@/server/db/client";
import { log } from "@/server/observability/log";
import { refuseForeign } from "@/server/postgres/migrate";
import { emptyFolder } from "../harness/clusters";
import { connection, extraDatabase, resetDatabase } from "../harness/database";
import { changeSettings } from "../harness/settings";
import { query } from "../harness/sql";

beforeEach(resetDatabase);

const backUp = (connection: Connection, dataDir: string, withSecret = true, folder = join(dataDir, "backups")) => {
  const options = { passphrase: undefined, how: "nightly" } as const;
  return makeBackup({ ...options, withSecret, connection, dataDir, folder });
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

  test("is not ended by the database's time limit", async () => {
    const there = await extraDatabase("migrated");
    const holder = await holdResults(there);
    const limit = "alter database %I set statement_timeout = 400";
    await query(there, `do $$ begin execute format('${limit}', current_database()); end $$`);
    setTimeout(() => void holder.end(), 1200);
    expect(await backUp(there, await emptyFolder())).toMatchObject({ bytes: expect.any(Number) });
  });

  test("fails with a sentence and leaves nothing if the database cancels it", async () => {
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

describe("a BACKUP_DIR that cannot be written to", () => {
  async function useFile(): Promise<string> {
    const folder = join(await emptyFolder(), "backups");
    await writeFile(folder, "");
    onTestFinished(changeSettings({ DATA_DIR: dirname(folder), BACKUP_DIR: folder }));
    return folder;
  }

  test("stops an upgrade with a sentence that says what to do", async () => {
    const folder = await useFile();
    await expect(product.backUpBeforeMigration(connection)).rejects.toMatchObject({
      name: "StartError",
      message: expect.stringMatching(
        /^The backup to .+ failed; .+[^.]\. The tables were not changed and Lyceum does not start: .+, or unset it\.$/,
      ),
    });
    await rm(folder);
    expect(await product.backUpBeforeMigration(connection)).toMatchObject({ path: expect.stringContaining(folder) });
  });

  test("is not blamed if the database makes the backup of an upgrade fail", async () => {
    onTestFinished(changeSettings({ BACKUP_DIR: await emptyFolder() }));
    const nowhere = { connectionString: "postgresql://nobody@127.0.0.1:1/none" };
    await expect(product.backUpBeforeMigration(nowhere)).rejects.toMatchObject({
      name: "StartError",
      message: expect.stringMatching(
        /^The backup to .+ECONNREFUSED.+[^.]\. The tables were not changed and Lyceum does not start\.$/,
      ),
    });
  });

  test.each([
    ["does not stop an upgrade", product.backUpBeforeMigration],
    ["does not fail a night, which would be tried again,", product.backUpNightly],
  ])("%s if only an old backup cannot be deleted", async (_, backUpNow) => {
    const [dataDir, folder] = [await emptyFolder(), await emptyFolder()];
    onTestFinished(changeSettings({ DATA_DIR: dataDir, BACKUP_DIR: folder }));
    const times = ["01", "02", "03", "04"].map((hour) => `2026-11-01T${hour}:00:00.000Z`);
    const [first = "", stuck = "", third = "", kept = ""] = times.map((at) => archiveName(new Date(at)));
    for (const name of [first, third, kept]) await writeFile(join(folder, name), "");
    // A folder, which the pruning cannot delete as a file.
    await mkdir(join(folder, stuck));
    const lines = times.map((at) => JSON.stringify({ at, bytes: 1, ok: true, how: "nightly" }));
    await writeFile(join(dataDir, "backups.log"), `${lines.join("\n")}\n`);
    const warning = vi.spyOn(log(), "warn").mockImplementation(() => {});
    const { path } = await backUpNow(connection);
    expect((await readdir(folder)).sort()).toEqual([stuck, kept, basename(path)]);
    expect(warning.mock.calls).toEqual([[expect.anything(), "old backups were not deleted"]]);
  });

  test("fails a backup before any archive is written if the lists of erased rows cannot be copied to it", async () => {
    const [dataDir, folder] = [await emptyFolder(), await emptyFolder()];
    await writeFile(join(dataDir, "erased.log"), "users 0b5e1d0a-6c7f-4b1e-9d0e-5a1f6f0c2b3d");
    await mkdir(join(folder, "erased.log"));
    await expect(backUp(connection, dataDir, true, folder)).rejects.toThrow(/^The backup to .+ failed; .+EISDIR/);
    expect(await readdir(folder)).toEqual(["erased.log"]);
    expect(await lastBackup(dataDir)).toMatchObject({ ok: false });
  });

  test("is not blamed for a line that DATA_DIR does not take, and the complete archive is a success", async () => {
    const [dataDir, folder] = [await emptyFolder(), await emptyFolder()];
    await mkdir(join(dataDir, "backups.log"));
    const warning = vi.spyOn(log(), "warn").mockImplementation(() => {});
    const { path } = await backUp(connection, dataDir, true, folder);
    expect(await readdir(folder)).toEqual([basename(path)]);
    expect(warning.mock.calls).toEqual([[expect.anything(), "the backup was made, but backups.log does not name it"]]);
  });

  test("fails a backup while the disk still has room for the database", async ({ skip }) => {
    const folder = await emptyFolder();
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=60m", "tmpfs", folder]).status === 0;
    skip(!mounted, "only root can make a small disk");
    onTestFinished(() => void spawnSync("umount", [folder]));
    onTestFinished(changeSettings({ DATA_DIR: await emptyFolder(), BACKUP_DIR: folder }));
    const sentence = `The backup to ${folder} failed; existing backups are unchanged: the disk of ${folder} is nearly full`;
    await expect(product.backUp(connection, folder)).rejects.toThrow(`${sentence}.`);
    await expect(product.backUpBeforeMigration(connection)).rejects.toThrow(/ does not start: .+, or unset it\.$/);
    expect(await readdir(folder)).toEqual([]);
    spawnSync("mount", ["-o", "remount,size=90m", folder]);
    expect(await product.backUp(connection, folder)).toMatchObject({ path: expect.stringContaining(folder) });
  });

  test("causes a warning at the start", async () => {
    const folder = await useFile();
    const [said, warning] = [vi.fn(), vi.spyOn(log(), "warn").mockImplementation(() => {})];
    await warnOfBackupFolder(said);
    for (const lines of [said, warning])
      expect(lines.mock.calls).toEqual([[expect.stringContaining(`No backup can be written to ${folder} (ENOTDIR)`)]]);
    await rm(folder);
    await warnOfBackupFolder(said);
    env().BACKUP_DIR = undefined;
    await warnOfBackupFolder(said);
    expect(said).toHaveBeenCalledOnce();
  });
});

describe("a backup without a published file", () => {
  const [here, lost] = ["h".repeat(30), "l".repeat(30)];

  async function folderWithLoss(): Promise<string> {
    const dataDir = await emptyFolder();
    await mkdir(join(dataDir, "files"));
    await writeFile(join(dataDir, "files", here), "h");
    const facts = { name: "n", size: 1, type: "application/pdf", state: "published", store: "embedded" } as const;
    await db().upload.createMany({ data: [here, lost].map((key) => ({ key, ...facts })) });
    return dataDir;
  }

  test("is kept but does not count as good, and names the file", async () => {
    const dataDir = await folderWithLoss();
    const { path, bytes, missing } = await backUp(connection, dataDir);
    expect(missing).toEqual([lost]);
    const archive = await openArchive(path, undefined);
    archive.close();
    expect(archive.manifest).toMatchObject({ gone: [], missing: [lost] });
    expect(Object.keys(archive.manifest.parts)).toContain(`files/${here}`);
    expect(await lastBackup(dataDir)).toMatchObject({ ok: false, missing: 1, bytes });
    await db().upload.delete({ where: { key: lost } });
    const { at } = await backUp(connection, dataDir);
    expect(await lastBackup(dataDir)).toEqual({ at, bytes: expect.any(Number), ok: true, how: "nightly" });
  });

  test("is restored with a warning that names the file, unless the data folder still has it", async () => {
    const { path } = await backUp(connection, await folderWithLoss());
    const dataDir = await emptyFolder();
    async function warnings() {
      const archive = await openArchive(path, undefined);
      const options = { connection: await extraDatabase("empty"), dataDir, migrationsFolder: "prisma/migrations" };
      return (await restoreArchive(archive, options).finally(() => archive.close())).warnings;
    }
    const warning = `Neither this backup nor the data folder has these published files: ${lost}. An earlier backup may have them.`;
    expect(await warnings()).toContain(warning);
    await writeFile(join(dataDir, "files", lost), "l");
    expect(await warnings()).not.toContain(warning);
  });

  test("never displaces the last complete nightly backup, nor another institute's backup", async () => {
    const [dataDir, day] = [await folderWithLoss(), 24 * 60 * 60 * 1000];
    const nightOf = (days: number) => new Date(Date.UTC(2026, 10, 20, 1, 43) - days * day);
    const folder = join(dataDir, "backups");
    await mkdir(folder);
    for (let days = 0; days < 60; days += 1) await writeFile(join(folder, archiveName(nightOf(days))), "");
    const theirs = archiveName(new Date(nightOf(58).getTime() + 1));
    await writeFile(join(folder, theirs), "");
    // The oldest first.
    const nights = Array.from({ length: 60 }, (_, index) => nightOf(59 - index).toISOString());
    const complete = [nightOf(59), nightOf(50)].map((night) => night.toISOString());
    const lines = [
      ...nights.map((at) => ({ at, bytes: 1, ok: complete.includes(at), how: "nightly" })),
      { at: nightOf(1).toISOString(), bytes: 1, ok: true, how: "command" },
    ];
    await writeFile(join(dataDir, "backups.log"), lines.map((line) => JSON.stringify(line)).join("\n"));
    await pruneBackups(folder, dataDir);
    const left = await readdir(folder);
    expect(left).toContain(archiveName(nightOf(50)));
    // The backup of another institute that shares the folder.
    expect(left).toContain(theirs);
    expect(left).toHaveLength(11);
  });
});

test("old backups are counted by the order in which they were made, whatever the clock said", async () => {
  const [dataDir, day] = [await emptyFolder(), 24 * 60 * 60 * 1000];
  const folder = join(dataDir, "backups");
  await mkdir(folder);
  const nights = (first: number, count: number) =>
    Array.from({ length: count }, (_, night) => new Date(first + night * day).toISOString());
  const real = nights(Date.UTC(2026, 10, 20, 1, 43), 40);
  const all = [...nights(Date.UTC(2028, 10, 20, 1, 43), 8), ...real];
  for (const at of all) await writeFile(join(folder, archiveName(new Date(at))), "");
  const lines = all.map((at) => JSON.stringify({ at, bytes: 1, ok: true, how: "nightly" }));
  await writeFile(join(dataDir, "backups.log"), lines.join("\n"));
  await pruneBackups(folder, dataDir);
  const left = await readdir(folder);
  expect(left).toEqual(expect.arrayContaining(real.slice(-7).map((at) => archiveName(new Date(at)))));
  expect(left.join()).not.toContain("2028");
});

describe("the folder and the file that a command names", () => {
  test("the folder of a backup is made with its parents", async () => {
    const folder = join(await emptyFolder(), "of", "the school");
    const { path } = await product.backUp(connection, folder);
    expect(await readdir(folder)).toContain(basename(path));
  });

  test.runIf(process.platform === "linux")("a folder that cannot be made fails with a sentence", async () => {
    for (const folder of ["/proc/lyceum", "/proc/lyceum/backups"])
      await expect(product.backUp(connection, folder)).rejects.toThrow(
        /^The backup to \/proc\/lyceum.* failed; existing backups are unchanged: ENOENT: .+\.$/,
      );
  });

  test("a missing archive and a folder in its place are named in the error", async () => {
    const folder = await emptyFolder();
    const missing = join(folder, "lyceum.zip");
    await expect(openArchive(missing, undefined)).rejects.toThrow(`There is no file ${missing}.`);
    await expect(openArchive(folder, undefined)).rejects.toThrow(`${folder} is a folder. Name the archive in it.`);
    await writeFile(missing, "no archive");
    await expect(openArchive(missing, undefined)).rejects.toThrow(/lyceum\.zip is not a complete backup of Lyceum/);
  });

  test.each(["EACCES", "EPERM"])(
    "an archive that this account may not read is not called incomplete (%s)",
    async (code) => {
      // Mocked, because root may read a file of any mode.
      const opening = vi
        .spyOn(fs, "open")
        .mockImplementation((...words: unknown[]) =>
          (words.at(-1) as (error: Error) => void)(Object.assign(new Error(`${code}: not permitted`), { code })),
        );
      onTestFinished(() => opening.mockRestore());
      await expect(openArchive("/srv/lyceum.zip", undefined)).rejects.toThrow(
        "This account may not read /srv/lyceum.zip. Make the account the owner of the file (chown), and put the file into a folder that it may open. Nothing was changed.",
      );
    },
  );
});

test("a restore leaves out a table that was added by hand, and keeps the tables of an extension", async () => {
  const [there, dataDir] = [await extraDatabase("migrated"), await emptyFolder()];
  await query(there, "create table added (id int); insert into added values (1)");
  await query(there, "create table theirs as select 2 as id; alter extension pg_trgm add table theirs");
  const archive = await openArchive((await backUp(there, dataDir)).path, undefined);
  const options = { connection: there, dataDir, migrationsFolder: "prisma/migrations" };
  const { warnings } = await restoreArchive(archive, options).finally(() => archive.close());
  expect(warnings[0]).toBe("The table added of this backup does not belong to Lyceum and was not restored.");
  expect(warnings.join()).not.toContain("theirs");
  expect(await query(there, "select id, to_regclass('added') as added from theirs")).toEqual([{ id: 2, added: null }]);
});

test("a database with only the tables of an extension counts as empty", async () => {
  const client = new pg.Client(await extraDatabase("empty"));
  await client.connect();
  await client.query("create extension pg_trgm; create table theirs (id int)");
  const advice = ": restore into an empty one.";
  await expect(refuseForeign(client, [], advice)).rejects.toThrow(
    `tables of another application (for example theirs)${advice}`,
  );
  await client.query("alter extension pg_trgm add table theirs");
  await refuseForeign(client, [], advice);
  await client.end();
});

describe("the secret in the data folder", () => {
  // The restore starts with an empty data folder.
  const unlisted = expect.stringMatching(/^There is no erased\.log or ended\.log/);

  test.each([
    ["is part of a backup", true, "a secret that only the tests know", []],
    [
      "is part of a backup, and the restore says if NEXTAUTH_SECRET differs from it",
      true,
      "a secret of this school",
      [expect.stringMatching(/^NEXTAUTH_SECRET differs from the secret of this backup.+: unset NEXTAUTH_SECRET\./)],
    ],
    [
      "is not part of a backup while NEXTAUTH_SECRET is set, and the restore says so",
      false,
      "a secret of this school",
      [expect.stringMatching(/^This backup has no secret: NEXTAUTH_SECRET must be that of the installation/)],
    ],
  ])("%s", async (_, withSecret, secret, warnings) => {
    const [dataDir, fresh] = [await emptyFolder(), await emptyFolder()];
    await mkdir(join(dataDir, "secrets"));
    await writeFile(join(dataDir, "secrets/nextauth"), `${secret}\n`);
    const archive = await openArchive((await backUp(connection, dataDir, withSecret)).path, undefined);
    const options = { connection: await extraDatabase("empty"), dataDir: fresh, migrationsFolder: "prisma/migrations" };
    const restored = await restoreArchive(archive, options).finally(() => archive.close());
    expect(restored.warnings).toEqual([unlisted, ...warnings]);
    expect((await readdir(fresh)).includes("secrets")).toBe(withSecret);
  });

  test("is left out by the product under test, whose secret is NEXTAUTH_SECRET", async () => {
    expect(env().NEXTAUTH_SECRET).toBeDefined();
    const path = join(env().DATA_DIR, "secrets");
    await mkdir(path, { recursive: true });
    await writeFile(join(path, "nextauth"), "a secret of earlier days");
    const made = await product.backUp(connection, await emptyFolder()).finally(() => rm(path, { recursive: true }));
    const archive = await openArchive(made.path, undefined);
    archive.close();
    expect(Object.keys(archive.manifest.parts).join()).not.toContain("secrets");
  });

  test("that cannot be written is named after the restore, which still takes place", async () => {
    const [dataDir, fresh] = [await emptyFolder(), await emptyFolder()];
    await mkdir(join(dataDir, "secrets"));
    await writeFile(join(dataDir, "secrets/nextauth"), "a secret of this school");
    await writeFile(join(fresh, "secrets"), "");
    const archive = await openArchive((await backUp(connection, dataDir)).path, undefined);
    const there = await extraDatabase("empty");
    const options = { connection: there, dataDir: fresh, migrationsFolder: "prisma/migrations" };
    const { warnings } = await restoreArchive(archive, options).finally(() => archive.close());
    const unwritten = expect.stringMatching(/^The secret of this backup was not written, .+: E\w+: .+\.$/);
    expect(warnings).toEqual([unlisted, unwritten]);
    expect(await query(there, "select from _prisma_migrations")).not.toEqual([]);
  });
});
