import { createHash, randomUUID } from "node:crypto";
import type pg from "pg";
import { codeOf, reasonOf, StartError } from "@/lib/start-error";
import { join, readdir, readFile } from "@/server/builtins";
import type { Connection } from "../db/client";
import { clientFor } from "../db/connect";

/** Advisory lock of Prisma Migrate, so that both tools wait for each other. */
export const lockKey = 72707369;

/** Table of Prisma Migrate, so that both tools agree on the applied migrations. */
export const migrationsTable = `create table if not exists _prisma_migrations (
  id varchar(36) primary key not null,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`;

const missingRight = "42501";

export type Migration = { name: string; sql: string; checksum: string };

/**
 * Applies the pending migrations of `folder` and returns their names. Safe for concurrent processes; each migration is
 * one transaction. Calls `before` ahead of the first change, with the number of migrations applied earlier. @throws StartError if an applied
 * migration was edited or is unknown, one fails, or the database is unreachable or belongs to another application
 */
export async function applyMigrations(
  connection: Connection,
  folder: string,
  before: (earlier: number) => Promise<void> = async () => {},
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await connect(connection, "lyceum migrations");
  try {
    return await whileLocked(connection, "lyceum migrations", async () => {
      await refuseForeign(client, migrations, ". Lyceum needs a database of its own: is DATABASE_URL right?");
      const isListed = await hasMigrationsTable(client);
      const open = isListed ? await openMigrations(client, migrations) : migrations;
      if (open.length > 0) await before(migrations.length - open.length);
      if (!isListed) await client.query(migrationsTable);
      for (const migration of open) await apply(client, migration);
      return open.map(({ name }) => name);
    });
  } finally {
    await client.end().catch(() => {});
  }
}

/** @throws StartError if the database refuses the connection */
async function connect(connection: Connection, name: string): Promise<pg.Client> {
  try {
    // Reads the certificates that the address names.
    const client = clientFor(connection, { connectionTimeoutMillis: 10_000, application_name: name });
    client.on("error", () => {});
    await client.connect();
    return client;
  } catch (error) {
    throw new StartError(`The database cannot be reached (${reasonOf(error)}): is DATABASE_URL right?`, {
      cause: error,
    });
  }
}

/**
 * Runs `work` while no other process changes tables. A second connection holds the lock in a transaction: behind a pooler,
 * the lock of a session would stay with a connection that others use. @throws StartError if the account may not change them
 */
export async function whileLocked<T>(connection: Connection, name: string, work: () => Promise<T>): Promise<T> {
  const client = await connect(connection, name);
  try {
    await client.query("begin");
    await holdLock(client, lockKey);
    return await work();
  } catch (cause) {
    if (codeOf(cause) !== missingRight) throw cause;
    throw new StartError(
      `The tables cannot be created or changed (${reasonOf(cause)}): the account of DATABASE_URL must own its database and the tables in it.`,
      { cause },
    );
  } finally {
    // Rolls back the transaction.
    await client.end().catch(() => {});
  }
}

// A role or a database may set a limit, and the driver cannot lift it: it does not send a zero.
export const unlimited = "set local statement_timeout = 0";

/** Waits for an advisory lock, however long, and holds it until the end of the transaction, however long that is idle. */
export async function holdLock(client: pg.Client, key: number): Promise<void> {
  await client.query(unlimited);
  await client.query("set local idle_in_transaction_session_timeout = 0");
  await client.query("select pg_advisory_xact_lock($1)", [key]);
}

/** Reads the migrations in `folder`, oldest first. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const bytes = await readFile(join(folder, name, "migration.sql"));
      return { name, sql: bytes.toString(), checksum: createHash("sha256").update(bytes).digest("hex") };
    }),
  );
}

/** Check first, so that a role without CREATE can start on a current database. */
async function hasMigrationsTable(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    "select to_regclass('_prisma_migrations') is not null as found",
  );
  return rows[0]?.found === true;
}

/**
 * Looks for our first migration: another application may have a list of migrations, too. `advice` ends the sentence.
 * @throws StartError if the database contains tables of another application
 */
export async function refuseForeign(client: pg.Client, [first]: Migration[], advice: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = current_schema()::regnamespace
       and c.relkind in ('r', 'p') and c.relname <> '_prisma_migrations'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`,
  );
  const table = rows[0]?.name;
  if (!table) return;
  if (await hasMigrationsTable(client)) {
    const { rows: ours } = await client.query(
      "select from _prisma_migrations where migration_name = $1 and finished_at is not null",
      [first?.name],
    );
    if (ours.length > 0) return;
  }
  throw new StartError(`This database contains tables of another application (for example ${table})${advice}`);
}

async function openMigrations(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string; finished: boolean }>(
    "select migration_name as name, checksum, finished_at is not null as finished from _prisma_migrations where rolled_back_at is null",
  );
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum, finished } of rows) {
    const migration = known.get(name);
    if (!migration) {
      throw new StartError(
        `The database is newer than this Lyceum (it has the migration ${name}): use the version that made it, or a later one.`,
      );
    }
    if (!finished) {
      throw new StartError(
        `The migration ${name} was begun by another tool and not finished: repair the database first.`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new StartError(
        `The migration ${name} was edited after it was applied to this database: restore its file and put the change into a new migration.`,
      );
    }
  }
  const applied = new Set(rows.map(({ name }) => name));
  return migrations.filter(({ name }) => !applied.has(name));
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query("begin");
    await client.query(unlimited);
    await applyMigration(client, migration);
    await client.query("commit");
  } catch (error) {
    if (codeOf(error) === missingRight) throw error;
    throw new StartError(`The migration ${migration.name} failed and was rolled back: ${reasonOf(error)}.`, {
      cause: error,
    });
  }
}

/** Applies a migration in the transaction that `client` has begun. */
export async function applyMigration(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query(sql);
  await client.query(
    "insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) values ($1, $2, $3, clock_timestamp(), 1)",
    [randomUUID(), checksum, name],
  );
}
