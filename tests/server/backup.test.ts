import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { backupsToKeep } from "@/server/backup/keep";
import { lastBackup } from "@/server/backup/last";
import { BackupUnderWay, makeBackup } from "@/server/backup/make";
import { openArchive } from "@/server/backup/read";
import { restoreArchive } from "@/server/backup/restore";
import { planMigrations } from "@/server/backup/restore-checks";
import { type Connection, db } from "@/server/db/client";
import { applyMigrations, lockKey, migrationsTable, readMigrations } from "@/server/postgres/migrate";
import { submission } from "../factories";
import { emptyFolder } from "../harness/clusters";
import { connection, extraDatabase, resetDatabase } from "../harness/database";
import { partOf } from "../harness/part-of";
import { query } from "../harness/sql";

beforeEach(resetDatabase);

const migrationsFolder = "prisma/migrations";
const passphrase = "three lanterns and a bell";
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** An institute with unusual values of every type, a published file and a secret. */
async function school() {
  const dataDir = await emptyFolder();
  const key = randomBytes(20).toString("hex");
  const bytes = randomBytes(200_000);
  await mkdir(join(dataDir, "files"));
  await writeFile(join(dataDir, "files", key), bytes);
  await mkdir(join(dataDir, "secrets"));
  await writeFile(join(dataDir, "secrets/nextauth"), "the secret of this school");
  const name = "Zoë\t\\N 'quoted' \"twice\"\nnext line \u{1f393}";
  const { id } = await db().user.create({ data: { name, email: "asha@school.example", passwordHash: "x" } });
  await db().session.create({
    data: { userId: id, side: "user", tokenHash: randomBytes(32), expiresAt: new Date(Date.now() + 60_000) },
  });
  await db().result.create({ data: { studentId: id, className: 7, score: "33.33", totalMarks: "100", gpa: null } });
  await db().auditEvent.create({ data: { action: "login", actorId: id, detail: { count: 1, nested: ["ü"] } } });
  await db().upload.create({ data: { key, name, size: bytes.length, type: "application/pdf", state: "published" } });
  const material = {
    className: 7,
    subject: "Physics",
    materialName: "Optics",
    fileName: name,
    fileKind: "pdf",
  } as const;
  await db().material.create({
    data: { ...material, fileKey: key, fileSize: bytes.length, fileHash: new Uint8Array(randomBytes(32)) },
  });
  return { dataDir, key, hash: sha256(bytes), userId: id };
}

const tables = ["users", "results", "audit_events", "uploads", "materials", "test_schedules", "mails", "subjects"];

/** The number of rows that a backup of this institute has; versions of public lists remain from earlier tests. */
async function countRows(of: Connection): Promise<number> {
  const counted = [...tables, "sessions", "subject_spellings", "public_lists"];
  const rows = await Promise.all(counted.map((table) => query(of, `select from ${table}`)));
  return rows.flat().length;
}

/** A digest of all tables except sessions. */
async function contents(of: Connection): Promise<Record<string, unknown>> {
  const entries = tables.map(async (table) => {
    const rows = await query<{ row: string }>(of, `select t::text as row from ${table} t order by 1`);
    return [table, rows.map(({ row }) => row)];
  });
  return Object.fromEntries(await Promise.all(entries));
}

const backUp = (dataDir: string, key?: string) =>
  makeBackup({
    connection,
    dataDir,
    folder: join(dataDir, "backups"),
    passphrase: key,
    how: "nightly",
  });

async function restore(path: string, into: Connection, dataDir: string, key?: string, folder = migrationsFolder) {
  const archive = await openArchive(path, key);
  try {
    return await restoreArchive(archive, { connection: into, dataDir, migrationsFolder: folder });
  } finally {
    archive.close();
  }
}

describe("backups", () => {
  test.each([
    ["an unencrypted backup", undefined],
    ["an encrypted backup", passphrase],
  ])("%s is restored completely into an empty database and an empty folder", async (_, key) => {
    const { dataDir, key: fileKey, hash } = await school();
    const { path, bytes } = await backUp(dataDir, key);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await lastBackup(dataDir)).toMatchObject({ ok: true, bytes });
    expect((await readFile(path)).includes("asha@school.example")).toBe(false);

    const [fresh, empty] = [await emptyFolder(), await extraDatabase("empty")];
    expect(await restore(path, empty, fresh, key)).toMatchObject({ rows: await countRows(connection), files: 1 });
    expect(await contents(empty)).toEqual(await contents(connection));
    expect(await query(empty, "select from sessions")).toEqual([]);
    expect(sha256(await readFile(join(fresh, "files", fileKey)))).toBe(hash);
    expect(await readFile(join(fresh, "secrets/nextauth"), "utf8")).toBe("the secret of this school");
    expect(await applyMigrations(empty, migrationsFolder)).toEqual([]);
    await expect(query(empty, "delete from audit_events")).rejects.toThrow();
  });

  test("restoring a backup replaces later data with the state of its snapshot", async () => {
    const { dataDir } = await school();
    const { path } = await backUp(dataDir);
    const before = await contents(connection);
    const there = await extraDatabase("migrated");
    await query(
      there,
      "insert into users (id, name, password_hash, email) values (gen_random_uuid(), 'b', 'x', 'b@c.d')",
    );
    await restore(path, there, await emptyFolder());
    await restore(path, there, await emptyFolder());
    expect(await contents(there)).toEqual(before);
  });

  test("a backup includes files that wait for deletion and skips incomplete uploads", async () => {
    const { dataDir, key } = await school();
    await db().upload.create({ data: { key: "k".repeat(30), name: "n", size: 1, type: "t", state: "expected" } });
    await db().material.deleteMany();
    await db().upload.update({ where: { key }, data: { state: "removed" } });
    const { path } = await backUp(dataDir);
    const there = await extraDatabase("empty");
    expect(await restore(path, there, await emptyFolder())).toMatchObject({ files: 1 });
  });

  test("a backup leaves out the files of tasks, includes private ones even if the cloud stores the rest, and ends running tasks", async () => {
    const { dataDir, key: publicKey } = await school();
    const file = async (key: string, owner: "task" | "notice" | "picture") => {
      await writeFile(join(dataDir, "files", key), `sealed ${owner}`);
      const facts = { name: "n", size: 1, type: "t", state: "published", ownerKind: owner, store: "embedded" } as const;
      await db().upload.create({ data: { key, ...facts } });
    };
    const [letters, notice, picture] = ["l".repeat(30), "n".repeat(30), "p".repeat(30)];
    await file(letters, "task");
    await file(notice, "notice");
    await file(picture, "picture");
    await db().institutePicture.create({
      data: {
        ...{ kind: "logo", hash: "a".repeat(32), width: 480, height: 144 },
        files: { create: { name: "480.webp", uploadKey: picture } },
      },
    });
    const task = { kind: "classLetters", input: {} };
    await db().backgroundTask.create({ data: { ...task, state: "running" } });
    const done = { state: "done", endedAt: new Date(), uploadKey: letters, resultUntil: new Date() } as const;
    await db().backgroundTask.create({ data: { ...task, ...done } });
    const filesIn = async (path: string) => {
      const archive = await openArchive(path, undefined);
      archive.close();
      return Object.keys(archive.manifest.parts).filter((name) => name.startsWith("files/"));
    };
    const putInto = (store: "cloud" | "embedded") => db().upload.update({ where: { key: publicKey }, data: { store } });
    await putInto("cloud");
    const inCloud = await backUp(dataDir);
    expect(await filesIn(inCloud.path)).toEqual([`files/${notice}`, `files/${picture}`]);
    await putInto("embedded");
    const { path } = await backUp(dataDir);
    expect((await filesIn(path)).toSorted()).toEqual(
      [publicKey, notice, picture].map((key) => `files/${key}`).toSorted(),
    );

    const there = await extraDatabase("empty");
    await restore(path, there, await emptyFolder());
    const kept = "select hash, upload_key from institute_pictures join institute_picture_files on picture_id = id";
    expect(await query(there, kept)).toEqual([{ hash: "a".repeat(32), upload_key: picture }]);
    expect(await query(there, "select from uploads where owner_kind = 'task'")).toEqual([]);
    expect(await query(there, "select state::text, upload_key, fault from background_tasks order by 1")).toEqual([
      { state: "done", upload_key: null, fault: null },
      { state: "failed", upload_key: null, fault: "server.taskBeforeRestore" },
    ]);
  });

  test("a restore removes the rows that name files deleted during the backup", async () => {
    const { dataDir, key: material } = await school();
    const [notice, picture] = ["n".repeat(30), "p".repeat(30)];
    for (const [key, ownerKind] of [
      [notice, "notice"],
      [picture, "picture"],
    ] as const) {
      await writeFile(join(dataDir, "files", key), "bytes");
      const facts = { name: "n", size: 5, type: "t", state: "published", ownerKind, store: "embedded" } as const;
      await db().upload.create({ data: { key, ...facts } });
    }
    const file = { name: "n.pdf", kind: "pdf", size: 5, hash: new Uint8Array(32), uploadKey: notice } as const;
    await db().notice.create({ data: { title: "A notice", body: "Text", files: { create: file } } });
    const size = { kind: "logo", hash: "a".repeat(32), width: 480, height: 144 } as const;
    await db().institutePicture.create({
      data: { ...size, files: { create: { name: "480.webp", uploadKey: picture } } },
    });
    const progress = async (done: number) => {
      if (done > 0) return;
      await db().notice.deleteMany();
      await db().institutePicture.deleteMany();
      await db().material.deleteMany();
      await db().upload.deleteMany();
      for (const key of [material, notice, picture]) await rm(join(dataDir, "files", key), { force: true });
    };
    const { path } = await makeBackup({
      ...{ connection, dataDir, folder: join(dataDir, "backups"), passphrase: undefined },
      ...{ how: "nightly", progress },
    });
    const there = await extraDatabase("empty");
    expect(await restore(path, there, await emptyFolder())).toMatchObject({ files: 0 });
    expect(await query(there, "select title from notices")).toEqual([{ title: "A notice" }]);
    for (const table of ["uploads", "materials", "notice_files", "institute_pictures", "institute_picture_files"])
      expect(await query(there, `select from ${table}`), table).toEqual([]);
  });

  test("a file that exists but cannot be opened fails the backup", async () => {
    const { dataDir, key } = await school();
    await rm(join(dataDir, "files", key));
    await symlink(key, join(dataDir, "files", key));
    await expect(backUp(dataDir)).rejects.toThrow(/ELOOP/);
  });

  test("a job does not wait for another backup, and this is no failure; a command waits", async () => {
    const { dataDir } = await school();
    const other = new pg.Client(connection);
    await other.connect();
    try {
      await other.query("select pg_advisory_lock($1)", [lockKey + 1]);
      await expect(backUp(dataDir)).rejects.toThrow(BackupUnderWay);
      expect(await readdir(join(dataDir, "backups"))).toEqual([]);
      expect(await lastBackup(dataDir)).toBeNull();
      const waiting = makeBackup({
        ...{ connection, dataDir, folder: join(dataDir, "backups"), passphrase: undefined },
        ...{ how: "command", mayWait: true },
      });
      await other.query("select pg_sleep(0.3), pg_advisory_unlock($1)", [lockKey + 1]);
      expect((await waiting).bytes).toBeGreaterThan(0);
    } finally {
      await other.end();
    }
  });

  test("restoring a backup holds back unsent emails and ends the unused links of those that were sent", async () => {
    const { dataDir, userId } = await school();
    const { id: submissionId } = await submission();
    const link = () => ({ tokenHash: randomBytes(32), expiresAt: new Date(Date.now() + 60_000) });
    for (const purpose of ["confirm", "reset"] as const)
      await db().accountToken.create({ data: { userId, purpose, ...link() } });
    for (const kind of ["link", "session"] as const)
      await db().submissionToken.create({ data: { submissionId, kind, ...link() } });
    const order = (kind: string, state: "waiting" | "failed") =>
      db().mail.create({
        data: { kind, event: `${kind} ${state}`, recipient: "asha@school.example", about: {}, state },
      });
    for (const kind of ["resultNews", "confirmEmail", "resetPassword"]) await order(kind, "waiting");
    await order("resultNews", "failed");
    const { path } = await backUp(dataDir);
    const there = await extraDatabase("migrated");
    await query(there, "insert into mail_outages (fault, next_try_at) values ('It refused.', now())");
    await restore(path, there, await emptyFolder());
    expect(await query(there, "select kind, state::text from mails order by 1, 2")).toEqual([
      { kind: "confirmEmail", state: "held" },
      { kind: "resultNews", state: "failed" },
      { kind: "resultNews", state: "held" },
    ]);
    for (const table of ["mail_outages", "account_tokens", "submission_tokens"])
      expect(await query(there, `select from ${table}`), table).toEqual([]);
  });

  test("a truncated, altered or wrongly decrypted backup is rejected before any change", async () => {
    const { dataDir } = await school();
    const plain = await readFile((await backUp(dataDir)).path);
    const sealed = (await backUp(dataDir, passphrase)).path;
    const bad = join(dataDir, "bad.zip");
    for (const length of [0, 100, plain.length - 1]) {
      await writeFile(bad, plain.subarray(0, length));
      await expect(openArchive(bad, undefined)).rejects.toThrow(/not a complete backup/);
    }
    for (let place = 40; place < plain.length; place += Math.ceil(plain.length / 40)) {
      const altered = Buffer.from(plain);
      altered[place] = (altered[place] ?? 0) ^ 1;
      await writeFile(bad, altered);
      await openArchive(bad, undefined).then(
        // Changing a bit of a zip date or comment alters no content.
        (archive) => archive.close(),
        (error) => expect(String(error)).toMatch(/not a complete backup/),
      );
    }
    await expect(openArchive(sealed, undefined)).rejects.toThrow(/opens with its passphrase only/);
    await expect(openArchive(sealed, `${passphrase}.`)).rejects.toThrow(/passphrase does not open/);
  });

  test("a backup of a newer version is rejected, and one of an older version is migrated", async () => {
    const { dataDir } = await school();
    const { path } = await backUp(dataDir);
    const older = await emptyFolder("older");
    const [first = ""] = (await readdir(migrationsFolder)).sort();
    await mkdir(join(older, first));
    await writeFile(
      join(older, first, "migration.sql"),
      await readFile(join(migrationsFolder, first, "migration.sql")),
    );
    const there = await extraDatabase("empty");
    await expect(restore(path, there, dataDir, undefined, older)).rejects.toThrow(/by a newer Lyceum/);

    const newer = await emptyFolder("newer");
    for (const name of (await readdir(migrationsFolder, { withFileTypes: true })).filter((one) => one.isDirectory())) {
      await mkdir(join(newer, name.name));
      const sql = await readFile(join(migrationsFolder, name.name, "migration.sql"));
      await writeFile(join(newer, name.name, "migration.sql"), sql);
    }
    await mkdir(join(newer, "99990101000000_more"));
    await writeFile(join(newer, "99990101000000_more/migration.sql"), "alter table users add nickname text;");
    await restore(path, there, await emptyFolder(), undefined, newer);
    expect(await query(there, "select nickname from users")).toEqual([{ nickname: null }]);
  });

  test("a restore adds no label to an existing type, because older servers could not use it in the same transaction", async () => {
    const migrations = await readMigrations(migrationsFolder);
    const listed = migrations.map(({ name, checksum }) => ({ name, checksum }));
    const { before } = planMigrations(partOf({ migrations: listed }), migrations);
    const all = before.map(({ sql }) => sql).join("\n");
    expect(migrations.map(({ sql }) => sql).join("\n")).toMatch(/add value/i);
    expect(all).not.toMatch(/^[^-]*add value/im);
    expect(all).toContain(`"consent_how" AS ENUM ('join', 'admission', 'paper', 'import', 'account')`);
    const there = await extraDatabase("empty");
    const { dataDir } = await school();
    const mail = { kind: "resultNews", recipient: "asha@school.example", about: {} } as const;
    const { id: digestId } = await db().mail.create({ data: { ...mail, event: "digest" } });
    await db().mail.create({ data: { ...mail, event: "gathered", state: "gathered", digestId } });
    await restore((await backUp(dataDir)).path, there, dataDir);
    const labels = `select t.typname as type, e.enumlabel as label from pg_enum e join pg_type t on t.oid = e.enumtypid
      where t.typnamespace = current_schema()::regnamespace order by t.typname, e.enumsortorder`;
    expect(await query(there, labels)).toEqual(await query(connection, labels));
  });

  test("a restore is refused while the product runs or if foreign tables exist, and changes nothing", async () => {
    const { dataDir } = await school();
    const { path } = await backUp(dataDir);
    const before = await contents(connection);
    await expect(restore(path, connection, await emptyFolder())).rejects.toThrow(/Lyceum is running on this database/);
    expect(await contents(connection)).toEqual(before);
    const others = await extraDatabase("empty");
    await query(others, "create table theirs ()");
    await expect(restore(path, others, await emptyFolder())).rejects.toThrow(
      /tables of another application \(for example theirs\): restore into an empty one\./,
    );
    // The other application may also have a list of migrations, or a failed start may have left an empty one.
    await query(others, migrationsTable);
    await expect(restore(path, others, await emptyFolder())).rejects.toThrow(/tables of another application/);
    await query(
      others,
      "insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('1', 'c', '20250101000000_init', now())",
    );
    await expect(restore(path, others, await emptyFolder())).rejects.toThrow(/tables of another application/);
    expect(await query(others, "select from theirs, _prisma_migrations")).toEqual([]);
  });

  test("a failed backup leaves older archives intact, no partial file, and records the failure", async () => {
    const { dataDir } = await school();
    const { path } = await backUp(dataDir);
    const nowhere = { connectionString: "postgresql://nobody@127.0.0.1:9/none" };
    const folder = join(dataDir, "backups");
    const failing = makeBackup({
      connection: nowhere,
      dataDir,
      folder,
      passphrase: undefined,
      how: "nightly",
    });
    await expect(failing).rejects.toThrow(/The backup to .+ failed/);
    expect((await readdir(folder)).map((name) => join(folder, name))).toEqual([path]);
    expect(await lastBackup(dataDir)).toMatchObject({ ok: false });
  });
});

test("nightly backups are kept for seven days and four weeks; other files are never deleted", () => {
  const day = 24 * 60 * 60 * 1000;
  const names = Array.from({ length: 60 }, (_, number) => {
    const at = new Date(Date.UTC(2026, 10, 20, 1, 43) - number * day).toISOString();
    return `lyceum-${at.replaceAll(":", "-")}.zip`;
  });
  const kept = backupsToKeep([...names, "notes.txt"]);
  expect(kept.slice(0, 7)).toEqual(names.slice(0, 7));
  expect(kept.map((name) => name.slice(7, 17))).toEqual([
    ...["2026-11-20", "2026-11-19", "2026-11-18", "2026-11-17", "2026-11-16", "2026-11-15", "2026-11-14"],
    ...["2026-11-08", "2026-11-01"],
  ]);
});
