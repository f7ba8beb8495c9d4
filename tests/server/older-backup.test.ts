import { createHash } from "node:crypto";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { env } from "@/env";
import { createCaller } from "@/features";
import type { Principal } from "@/lib/principal";
import { backUp, restoreFrom } from "@/main/backups";
import { checkChain } from "@/server/audit/chain";
import { openSecret } from "@/server/auth/secret";
import { makeBackup } from "@/server/backup/make";
import { fileName, type Manifest, tableName } from "@/server/backup/manifest";
import { openArchive } from "@/server/backup/read";
import { copyRowsInto } from "@/server/backup/tables";
import { type Connection, closeDatabase, db, openDatabase } from "@/server/db/client";
import { configureFiles } from "@/server/files/configure";
import { openFile } from "@/server/files/read";
import type { User } from "@/server/generated/prisma/client";
import { applyMigrations, readMigrations } from "@/server/postgres/migrate";
import { emptyFolder } from "../harness/clusters";
import { connection, extraDatabase } from "../harness/database";
import { removeFolder, temporaryFolder } from "../harness/launch.mjs";
import { changeSettings, withSettings } from "../harness/settings";
import { query } from "../harness/sql";

const ownFolder = await temporaryFolder();
afterAll(() => removeFolder(ownFolder));
// The backup brings the secret that its recovery codes are hashed with.
withSettings({ DATA_DIR: ownFolder, NEXTAUTH_SECRET: "" });

// Contents and logins: tests/fixtures/README.md.
const fixture = "tests/fixtures/institute-2026-11-22.zip";
const migrationsFolder = "prisma/migrations";
const nina = { identifier: "nina.okafor@families.example", password: "three quiet herons", role: "user" } as const;
const admin = { identifier: "admin", password: "chalk and seven lanterns", role: "admin" } as const;
const erased = "01a205af-d3c5-7324-aa1b-a95ed2723f68";

/** Number of rows in each table after a restore, which deletes sessions and link tokens. */
const kept = {
  ...{ audit_events: 264, audit_links: 264, contact_messages: 2, idempotency_keys: 1, mails: 14, materials: 12 },
  ...{ results: 78, second_factors: 1, submissions: 19, test_schedules: 40, uploads: 12, users: 35 },
};

const countOf = async (of: Connection, table: string) =>
  (await query<{ count: number }>(of, `select count(*)::int as count from ${table}`))[0]?.count;

const countsOf = async (of: Connection) =>
  Object.fromEntries(
    await Promise.all(Object.keys(kept).map(async (table) => [table, await countOf(of, table)] as const)),
  );

/** The rows that users would miss. */
async function contentsOf(of: Connection): Promise<string[]> {
  const rows = await query<{ row: string }>(
    of,
    `select row(id, role, name, email, username, password_hash, email_confirmed_at, created_at)::text as row from users
     union all select row(id, student_id, class_name, score, total_marks, gpa, exam_name, subject, exam_date, created_at, read_at)::text from results
     union all select row(id, material_name, file_key, file_hash, uploaded_at, expires_at)::text from materials
     union all select row(id, reference, name, email, phone, created_at)::text from submissions
     union all select row(id, name, email, message, created_at)::text from contact_messages order by 1`,
  );
  return rows.map(({ row }) => row);
}

const principalOf = ({ id, role, name, email, username, emailConfirmedAt, vouchedAt }: User): Principal => ({
  ...{ kind: "cookie", userId: id, sessionId: id, role, name, email, username },
  ...{ grants: role === "admin" ? [{ role: "administrator" } as const] : [], lacksSecondStep: false },
  ...{ isGuardian: false, emailConfirmed: emailConfirmedAt !== null, vouched: vouchedAt !== null },
});

describe("a backup of November 2026, restored into this version", () => {
  let there: Connection;

  beforeAll(async () => {
    // A restore purges expired rows: set the clock back, or most rows would be gone in a year.
    vi.useFakeTimers({ now: new Date("2026-11-23T12:00:00Z"), toFake: ["Date"] });
    there = await extraDatabase("empty");
    await closeDatabase();
    const restored = await restoreFrom(fixture, (work) => work(there));
    expect(restored).toMatchObject({ at: "2026-11-22T23:55:55.275Z", files: 12, erased: 0 });
    openDatabase(there);
    await openSecret();
  });

  afterAll(async () => {
    vi.useRealTimers();
    await closeDatabase();
    openDatabase(connection);
  });

  const visitor = () => createCaller({ principal: null, address: "10.0.0.1" });

  test("has every row of every table and no session", async () => {
    expect(await countsOf(there)).toEqual(kept);
    // Each test has the first step of its history.
    expect(await countOf(there, "schedule_changes")).toBe(kept.test_schedules);
    expect([await countOf(there, "sessions"), await countOf(there, "account_tokens")]).toEqual([0, 0]);
    expect(await applyMigrations(there, migrationsFolder)).toEqual([]);
  });

  test("lets users log in with their passwords, and the administrator once with a recovery code", async () => {
    expect(await visitor().auth.login(nina)).toMatchObject({ user: { name: "Nina Okafor" } });
    const withCode = { ...admin, code: "1j8f-tvea-gkg4" };
    await expect(visitor().auth.login(admin)).rejects.toThrow();
    expect(await visitor().auth.login(withCode)).toMatchObject({ user: { username: "admin" } });
    await expect(visitor().auth.login(withCode)).rejects.toThrow();
    await expect(visitor().auth.login({ ...nina, password: "three quiet heron" })).rejects.toThrow();
  });

  test("keeps marks as entered, with and without an exam name", async () => {
    const rows = await db().result.findMany({
      where: { student: { email: nina.identifier } },
      orderBy: { id: "asc" },
      select: { score: true, totalMarks: true, examName: true, subject: true, examDate: true },
    });
    expect(JSON.parse(JSON.stringify(rows))).toEqual([
      {
        ...{ score: "71.5", totalMarks: "80", examName: "Half-Yearly Exam", subject: "Science" },
        examDate: "2026-10-05T00:00:00.000Z",
      },
      { score: "33", totalMarks: "40", examName: null, subject: null, examDate: null },
      {
        ...{ score: "18", totalMarks: "20", examName: "Unit Test 3", subject: "Hindi" },
        examDate: "2026-11-20T00:00:00.000Z",
      },
    ]);
  });

  test("holds back waiting emails and sends none twice", async () => {
    const states = await db().mail.groupBy({ by: ["state"], _count: true, orderBy: { state: "asc" } });
    expect(states.map(({ state, _count }) => [state, _count])).toEqual([
      ["sent", 9],
      ["failed", 2],
      ["held", 3],
    ]);
  });

  test("leaves addresses unconfirmed that were unconfirmed while there was a mail server", async () => {
    const unconfirmed = await db().user.findMany({ where: { role: "user", emailConfirmedAt: null } });
    expect(unconfirmed.length).toBeGreaterThan(2);
    expect(unconfirmed.filter(({ vouchedAt }) => vouchedAt !== null)).toEqual([]);
  });

  test("has its students on the roster, with classes that wait for the office's confirmation", async () => {
    const rows = await query<{ on: boolean; has: boolean; self: boolean }>(
      there,
      `select s.user_id is not null as on, coalesce(s.origin = 'self', true) as self,
         exists (select from results r where r.student_id = u.id) or u.vouched_at is not null as has
       from users u left join students s on s.user_id = u.id where u.role = 'user'`,
    );
    expect(rows.filter(({ on, has, self }) => on !== has || !self)).toEqual([]);
    expect([rows.filter(({ on }) => on).length > 30, rows.some(({ on }) => !on)]).toEqual([true, true]);
    const of = (email: string) => db().user.findUniqueOrThrow({ where: { email } });
    const office = createCaller({
      principal: principalOf(await db().user.findFirstOrThrow({ where: { role: "admin" } })),
    });
    const list = await office.students.list({ state: "proposed", limit: 200 });
    expect(list.total).toBe(await db().student.count());
    const { id } = await of(nina.identifier);
    const student = await office.students.get({ id });
    expect(student).toMatchObject({ origin: "self", login: "active", enrolments: [], results: { length: 3 } });
    expect(list.items.find(({ _id }) => _id === id)?.proposedClass).toBe(student.results[0]?.className);
    const caller = createCaller({ principal: principalOf(await of(nina.identifier)) });
    expect(await caller.results.mine()).toHaveLength(3);
    // Signed up with a pupil's address that nobody has confirmed.
    const unknown = createCaller({ principal: principalOf(await of("ravi.menon@families.example")) });
    expect(await unknown.results.mine()).toEqual([]);
  });

  test("hides expired materials and shows the others", async () => {
    const shown = await visitor().materials.list({});
    const classes = shown.items.map(({ className }) => Number(className));
    expect(classes.sort((a, b) => a - b)).toEqual([1, 2, 3, 5, 6, 7, 8, 10, 11, 12]);
  });

  test("has identical files", async () => {
    const rows = await db().material.findMany();
    expect(rows.length).toBeGreaterThan(9);
    for (const { fileKey, fileHash } of rows) {
      const bytes = await readFile(join(env().DATA_DIR, "files", fileKey));
      expect(createHash("sha256").update(bytes).digest("hex"), fileKey).toBe(Buffer.from(fileHash).toString("hex"));
    }
  });

  test("has files that open and are backed up even with a token of UploadThing's cloud", async () => {
    const token = { apiKey: "sk_live_of_this_test", appId: "cloudapp", regions: ["sea1"] };
    const UPLOADTHING_TOKEN = Buffer.from(JSON.stringify(token)).toString("base64");
    onTestFinished(changeSettings({ DATA_DIR: ownFolder, UPLOADTHING_TOKEN }));
    const dataDir = env().DATA_DIR;
    configureFiles({ secret: "a secret", dataDir, callback: () => Promise.reject(new Error("Nobody uploads here.")) });
    const rows = await db().material.findMany();
    for (const { fileKey, fileSize } of rows) {
      const { body, headers } = await openFile(fileKey);
      await body?.cancel();
      expect(headers.contentLength).toBe(fileSize);
    }
    const { path, missing } = await backUp(there, join(dataDir, "backups"));
    const { manifest, close } = await openArchive(path, undefined);
    close();
    expect([Object.keys(manifest.parts).filter((name) => name.startsWith(fileName(""))).length, missing]).toEqual([
      12,
      [],
    ]);
  });

  test("has a valid audit trail and its list of erased rows", async () => {
    expect(await checkChain()).toMatchObject({ fault: null });
    expect(await db().user.count({ where: { id: erased } })).toBe(0);
    expect(await readFile(join(env().DATA_DIR, "erased.log"), "utf8")).toContain(erased);
  });
});

/** The tables and rows of November 2026. */
async function instituteOfThen(there: Connection): Promise<string[]> {
  const then = await emptyFolder("migrations");
  const archive = await openArchive(fixture, undefined);
  const client = new pg.Client(there);
  await client.connect();
  try {
    const names = archive.manifest.migrations.map(({ name }) => name);
    for (const name of names) await cp(join(migrationsFolder, name), join(then, name), { recursive: true });
    await applyMigrations(there, then);
    for (const table of archive.manifest.tables) {
      await client.query(`alter table ${client.escapeIdentifier(table.name)} disable trigger user`);
      await pipeline(await archive.read(tableName(table.name)), createGunzip(), copyRowsInto(client, table));
      await client.query(`alter table ${client.escapeIdentifier(table.name)} enable trigger user`);
    }
    return names;
  } finally {
    await client.end();
    archive.close();
  }
}

test("each migration since November 2026 applies to the data of that time and loses none", async () => {
  const there = await extraDatabase("empty");
  const names = await instituteOfThen(there);
  const before = await contentsOf(there);
  const logins = () => query(there, "select id, user_id, revoked_at from sessions order by id");
  const loginsBefore = await logins();
  const since = (await readMigrations(migrationsFolder))
    .map(({ name }) => name)
    .filter((name) => !names.includes(name));
  expect(await applyMigrations(there, migrationsFolder)).toEqual(since);
  expect(await countsOf(there)).toEqual(kept);
  expect(await contentsOf(there)).toEqual(before);
  expect([loginsBefore.length, await logins()]).toEqual([3, loginsBefore]);
  expect(await countOf(there, "account_tokens")).toBe(5);
});

test("a start backs up an institute of November 2026 before migrating it, with all files except those in the cloud", async () => {
  const there = await extraDatabase("empty");
  const names = await instituteOfThen(there);
  const dataDir = await emptyFolder();
  const [upload] = await query<{ key: string }>(there, "select key from uploads where state = 'published' limit 1");
  const key = upload?.key ?? "";
  const far = "X3l21IPvyPY7Ifc6b9RiSWa2pUJyDdmBGs90ZrnQPgYk7eF4";
  await query(
    there,
    `insert into uploads (key, state, name, size, type, changed_at)
     values ('${far}', 'published', 'far.pdf', 1, 'application/pdf', now())`,
  );
  await mkdir(join(dataDir, "files"));
  await writeFile(join(dataDir, "files", key), "a file of that time");
  const source = { connection: there, dataDir, folder: join(dataDir, "backups"), passphrase: undefined } as const;
  let made: Manifest | undefined;
  await applyMigrations(there, migrationsFolder, async () => {
    const archive = await openArchive((await makeBackup({ ...source, how: "nightly" })).path, undefined);
    archive.close();
    made = archive.manifest;
  });
  expect(made?.migrations.map(({ name }) => name)).toEqual(names);
  expect(made?.tables.find(({ name }) => name === "uploads")?.rows).toBe(kept.uploads + 1);
  expect(made?.parts).toHaveProperty([fileName(key)]);
  expect(made?.missing).toHaveLength(kept.uploads - 1);
  expect(made?.missing).not.toContain(far);
  expect(await query(there, "select store, count(*)::int from uploads group by store order by store")).toEqual([
    { store: "embedded", count: kept.uploads },
    { store: "cloud", count: 1 },
  ]);
});
