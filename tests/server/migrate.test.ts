import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { StartError } from "@/lib/start-error";
import { checkDurability } from "@/server/db/check-durability";
import { type Connection, pool } from "@/server/db/client";
import { countJobs, prepareJobs } from "@/server/jobs/jobs";
import { applyMigrations, migrationsTable, readMigrations, whileLocked } from "@/server/postgres/migrate";
import { schemaDiff } from "../../scripts/schema-diff";
import { emptyFolder, kill } from "../harness/clusters";
import { connection, extraDatabase } from "../harness/database";
import { sampleOf } from "../harness/runs";
import { query } from "../harness/sql";

const product = "prisma/migrations";
const names = async () => (await readMigrations(product)).map(({ name }) => name);

/** A copy of the product's migrations with one more at the end. */
async function migrationsWith(name: string, sql: string): Promise<string> {
  const folder = await emptyFolder("migrations");
  await cp(product, folder, { recursive: true });
  await mkdir(join(folder, name));
  await writeFile(join(folder, name, "migration.sql"), sql);
  return folder;
}

/** Another process that applies the migrations of `folder`. */
function migrating(connection: Connection, folder: string) {
  const words = [
    "--conditions=react-server",
    "--import",
    "tsx",
    "tests/harness/migrate-process.ts",
    JSON.stringify(connection),
    folder,
  ];
  return spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
}

/** A migration with a pause in the middle. */
const step = (number: number) =>
  `create table step_${number} (); select pg_sleep(0.4); insert into step_${number} default values;`;

describe("migrations", () => {
  test("five processes that migrate at once apply each migration once", async () => {
    const connection = await extraDatabase("empty");
    const starts = Array.from({ length: 5 }, async () => {
      const child = migrating(connection, product);
      const output = child.stdout.toArray();
      const [code] = await once(child, "exit");
      expect(code).toBe(0);
      return JSON.parse((await output).join(""));
    });
    const applied = await Promise.all(starts);
    expect(applied.flat()).toEqual(await names());
    const rows = await query<{ name: string }>(connection, "select migration_name as name from _prisma_migrations");
    expect(rows.map(({ name }) => name)).toEqual(await names());
  });

  test("migrations killed repeatedly are completed by three concurrent processes", {
    timeout: 60_000,
  }, async () => {
    const connection = await extraDatabase("empty");
    const folder = await migrationsWith("99990101000000_step_0", step(0));
    for (const number of [1, 2, 3, 4, 5]) {
      await mkdir(join(folder, `99990101000000_step_${number}`));
      await writeFile(join(folder, `99990101000000_step_${number}/migration.sql`), step(number));
    }
    const busy = "select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'";
    for (const _ of sampleOf([1, 2, 3, 4, 5], 3)) {
      const child = migrating(connection, folder);
      await expect.poll(() => query(connection, busy), { timeout: 20_000 }).not.toEqual([]);
      await kill(child);
    }
    await Promise.all([1, 2, 3].map(() => applyMigrations(connection, folder)));
    const rows = await query(
      connection,
      "select migration_name as name from _prisma_migrations where finished_at is not null",
    );
    expect(rows.map(({ name }) => name)).toEqual((await readMigrations(folder)).map(({ name }) => name));
    expect(await query(connection, "select count(*)::int as steps from pg_tables where tablename ~ '^step_'")).toEqual([
      { steps: 6 },
    ]);
  });

  test("migrations are applied once, and later starts apply only new ones", async () => {
    const connection = await extraDatabase("migrated");
    expect(await applyMigrations(connection, product)).toEqual([]);
    const folder = await migrationsWith("99990101000000_more", "create table more (); create table still_more ();");
    expect(await applyMigrations(connection, folder)).toEqual(["99990101000000_more"]);
  });

  test("the database's time limit ends neither the wait for another process nor a long migration", async () => {
    const connection = await extraDatabase("migrated");
    await query(
      connection,
      "do $$ begin execute format('alter database %I set statement_timeout = 800', current_database()); end $$",
    );
    const folder = await migrationsWith("99990101000000_more", "create table more (); select pg_sleep(1);");
    const applied = await Promise.all([1, 2, 3].map(() => applyMigrations(connection, folder)));
    expect(applied.flat()).toEqual(["99990101000000_more"]);
  });

  test("an edited migration is rejected and stops the following ones", async () => {
    const connection = await extraDatabase("migrated");
    const folder = await migrationsWith("99990101000000_more", "create table more ();");
    const [first] = await names();
    await appendFile(join(folder, first ?? "", "migration.sql"), "-- a word more\n");
    await expect(applyMigrations(connection, folder)).rejects.toThrow(/was edited after it was applied/);
    expect(await query(connection, "select to_regclass('more') as found")).toEqual([{ found: null }]);
  });

  test("a failing migration is rolled back with its reason; once fixed, it is applied", async () => {
    const connection = await extraDatabase("migrated");
    const folder = await migrationsWith("99990101000000_more", "create table more (); select 1/0;");
    const failing = applyMigrations(connection, folder);
    await expect(failing).rejects.toThrow(StartError);
    await expect(failing).rejects.toThrow(/99990101000000_more failed and was rolled back: division by zero/);
    expect(await query(connection, "select to_regclass('more') as found")).toEqual([{ found: null }]);
    await writeFile(join(folder, "99990101000000_more/migration.sql"), "create table more ();");
    expect(await applyMigrations(connection, folder)).toEqual(["99990101000000_more"]);
  });

  test("a database newer than the code is rejected", async () => {
    const connection = await extraDatabase("migrated");
    const folder = await migrationsWith("99990101000000_more", "create table more ();");
    await applyMigrations(connection, folder);
    await rm(folder, { recursive: true });
    await expect(applyMigrations(connection, product)).rejects.toThrow(/newer than this Lyceum .+99990101000000_more/);
  });

  test.each([
    ["with tables", "create table theirs ()", null],
    [
      "with tables and a list of migrations",
      `create table theirs (); ${migrationsTable}; insert into _prisma_migrations (id, checksum, migration_name, finished_at)
       values ('1', '1', '20250101000000_init', now())`,
      "_prisma_migrations",
    ],
  ])("another application %s is left alone", async (_, made, list) => {
    const there = await extraDatabase("empty");
    await query(there, made);
    const before = vi.fn();
    const starting = applyMigrations(there, product, before);
    await expect(starting).rejects.toThrow(StartError);
    await expect(starting).rejects.toThrow(
      /tables of another application \(for example theirs\)\. Lyceum needs a database of its own/,
    );
    expect(before).not.toHaveBeenCalled();
    expect(
      await query(there, "select to_regclass('users') as ours, to_regclass('_prisma_migrations') as list"),
    ).toEqual([{ ours: null, list }]);
  });

  test("tables of an extension, and a first start that was killed, leave a database empty", async () => {
    const there = await extraDatabase("empty");
    await query(there, "create extension pg_trgm; create table theirs (); alter extension pg_trgm add table theirs");
    await query(there, migrationsTable);
    expect(await applyMigrations(there, product)).toEqual(await names());
  });

  test("an account that does not own its database gets a sentence that says so, whatever it could not create", async () => {
    const there = await extraDatabase("empty");
    const limited = { ...there, options: "-c role=pg_monitor" };
    const sentence = (reason: string) =>
      `The tables cannot be created or changed (${reason}): the account of DATABASE_URL must own its database and the tables in it.`;
    const may = (work: Promise<unknown>) => expect(work).rejects;
    await may(applyMigrations(limited, product)).toThrow(
      new StartError(sentence("permission denied for schema public")),
    );
    await query(there, "grant create on schema public to pg_monitor");
    await may(applyMigrations(limited, product)).toThrow(sentence('permission denied to create extension "pg_trgm"'));
    const queue = () => query(limited, "create schema graphile_worker");
    await may(whileLocked(limited, "lyceum jobs", queue)).toThrow(
      /^The tables cannot be .+permission denied for database/,
    );
  });

  test("an unreachable database is named in the error, also if the connection for the lock is refused", async () => {
    const nowhere = { connectionString: "postgresql://nobody@127.0.0.1:9/none" };
    const ways = [() => applyMigrations(nowhere, product), () => whileLocked(nowhere, "lyceum", async () => {})];
    for (const reach of ways) {
      const reaching = reach();
      await expect(reaching).rejects.toThrow(StartError);
      await expect(reaching).rejects.toThrow(/cannot be reached \(.*ECONNREFUSED.*\): is DATABASE_URL right/);
    }
  });

  test("a missing certificate is named in the error, at the start as well", async () => {
    const address = {
      connectionString: "postgresql://nobody@127.0.0.1:9/none?sslmode=verify-full&sslrootcert=/none.pem",
    };
    for (const reach of [() => applyMigrations(address, product), () => checkDurability(address)])
      await expect(reach()).rejects.toThrow(
        /^The database cannot be reached \(ENOENT: .+none\.pem.+\): is DATABASE_URL/,
      );
  });

  test("an unreachable server with several addresses is named with the reason, too", async () => {
    // The error for several addresses has a code, but no message.
    vi.spyOn(pg.Client.prototype, "connect").mockImplementation(async () => {
      throw Object.assign(new AggregateError([]), { code: "ECONNREFUSED" });
    });
    const nowhere = { connectionString: "postgresql://nobody@localhost:9/none" };
    await expect(applyMigrations(nowhere, product)).rejects.toThrow(/cannot be reached \(ECONNREFUSED\)/);
  });
});

test("concurrent processes create the tables of the job queue once", async () => {
  // The files that follow need them, too.
  onTestFinished(prepareJobs);
  await query(connection, "drop schema if exists graphile_worker cascade");
  const six = Array.from({ length: 6 });
  // Open the connections first, so that all start at the same moment.
  await Promise.all(six.map(() => pool().query("select pg_sleep(0.2)")));
  await Promise.all(six.map(prepareJobs));
  expect(await countJobs()).toEqual({ waiting: 0, failed: 0 });
});

describe("the Prisma schema", () => {
  test("matches the migrations", async () => {
    const connection = await extraDatabase("migrated");
    expect(await schemaDiff(connection, await readFile("prisma/schema.prisma", "utf8"))).toBe("");
  });

  test("a schema change without a migration is detected (canary)", async () => {
    const connection = await extraDatabase("migrated");
    const schema = await readFile("prisma/schema.prisma", "utf8");
    const wider = schema.replace("model Upload {", "model Upload {\n  canary String?\n");
    expect(await schemaDiff(connection, wider)).toContain('ALTER TABLE "uploads" ADD COLUMN     "canary" TEXT');
    const narrower = schema.replace("  @@index([state, changedAt])\n", "");
    expect(await schemaDiff(connection, narrower)).toContain('DROP INDEX "uploads_state_changed_at_idx"');
  });
});

describe("the database rejects", () => {
  const id = "'00000000-0000-7000-8000-000000000001'";
  const user = (values: string) => `insert into users (id, name, password_hash, ${values}`;
  const result = (values: string) =>
    `insert into results (id, student_id, class_name, score, total_marks) values (${id}, ${id}, ${values})`;
  const schedule = (time: string, about: string) =>
    `insert into test_schedules (id, class_name, subject, test_date, test_time) values (${id}, 7, '${about}', now(), '${time}')`;

  test.each([
    [
      "a user with a password but nothing to log in with",
      user(`phone) values (${id}, 'a', 'x', '+919823012345')`),
      "users_identity_check",
    ],
    [
      "an @ in an admission number that is used to log in",
      user(`username) values (${id}, 'a', 'x', 'A@7')`),
      "users_login_name_check",
    ],
    [
      "an admin with an address",
      user(`role, username, email) values (${id}, 'a', 'x', 'admin', 'a', 'a@b.c')`),
      "users_identity_check",
    ],
    ["an address in capitals", user(`email) values (${id}, 'a', 'x', 'Asha@b.c')`), "users_email_check"],
    ["an address with spaces around it", user(`email) values (${id}, 'a', 'x', ' asha@b.c')`), "users_email_check"],
    ["an address in wide letters", user(`email) values (${id}, 'a', 'x', 'ａsha@b.c')`), "users_email_check"],
    [
      "a person without a name",
      `insert into users (id, name, password_hash, email) values (${id}, '', 'x', 'a@b.c')`,
      "users_name_check",
    ],
    ["a score above the total", result("7, 101, 100"), "results_score_check"],
    ["a negative score", result("7, -1, 100"), "results_score_check"],
    ["a total of zero", result("7, 0, 0"), "results_total_marks_check"],
    ["a class below 1", result("0, 1, 100"), "results_class_name_check"],
    ["a class above 12", result("13, 1, 100"), "results_class_name_check"],
    ["an impossible time", schedule("24:00", "Physics"), "test_schedules_test_time_check"],
    ["a test without a subject", schedule("09:30", ""), "test_schedules_subject_check"],
    [
      "a session that ends before it begins",
      `insert into sessions (id, user_id, side, token_hash, expires_at) values (${id}, ${id}, 'user', sha256('a'), now() - interval '1 s')`,
      "sessions_expires_at_check",
    ],
    [
      "a token that is not a hash",
      `insert into sessions (id, user_id, side, token_hash, expires_at) values (${id}, ${id}, 'user', 'token', now() + interval '1 s')`,
      "sessions_token_hash_check",
    ],
    [
      "an empty file",
      "insert into uploads (key, name, type, size, changed_at) values ('k', 'n', 't', 0, now())",
      "uploads_size_check",
    ],
  ])("%s", async (_, sql, constraint) => {
    await expect(query(connection, sql)).rejects.toThrow(constraint);
  });
});
