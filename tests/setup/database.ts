import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, inject } from "vitest";
import { type Connection, closeDatabase, openDatabase, pool } from "@/server/db";
import { folderPrefix } from "./folders";
import { databaseOf, query } from "./sql";

// What a test writes beside the database is none of a product's that runs here.
const dataDir = mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`));
process.env.DATA_DIR = dataDir;
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const { server, template } = inject("databases");
const own = `${template}_${process.env.VITEST_POOL_ID}`;

const found = await query(server, "select from pg_database where datname = $1", [own]);
if (found.length === 0) await query(server, `create database ${own} template ${template}`);

/** The database of this worker, for what opens its own connections; `db()` has it open already. */
export const connection: Connection = databaseOf(server, own);

/** Beside {@link connection}, a server that takes no writes, as a managed one does whose disk is full. */
export const readOnly = { options: "-c default_transaction_read_only=on" };

openDatabase(connection);
// A worker's test files follow each other on its one database, in any order.
beforeAll(() => resetDatabase());
afterAll(closeDatabase);

/**
 * Empties every table of this worker's database. One statement, so that the order of the tables does not matter, and
 * without triggers: the audit trail lets nothing go. What is kept of the lists holds no more, as ever when they change.
 */
export async function resetDatabase(): Promise<void> {
  const { rows } = await pool().query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname = 'public' and tablename not in ('_prisma_migrations', 'public_lists') or tablename = '_private_jobs'`,
  );
  const parts = rows.map(({ name }, index) => `part${index} as (delete from ${name})`);
  await pool().query(`begin; set local session_replication_role = replica; with ${parts.join(", ")}
    insert into public_lists (topic) values ('materials'), ('schedules')
    on conflict (topic) do update set version = gen_random_uuid(); commit`);
}

let count = 0;

/** Another database of the test server, empty or a copy of the migrated one, which is removed after the test file. */
export async function extraDatabase(from: "empty" | "migrated"): Promise<Connection> {
  count += 1;
  // Those of another test file of this worker may still be there.
  const name = `${own}_extra_${Date.now().toString(36)}_${count}`;
  const source = from === "migrated" ? template : "template0";
  await query(server, `create database ${name} template ${source}`);
  afterAll(() => query(server, `drop database ${name} with (force)`));
  return databaseOf(server, name);
}
