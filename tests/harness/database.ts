import { isDeepStrictEqual } from "node:util";
import { Logger, runMigrations } from "graphile-worker";
import { escapeLiteral, Pool, type PoolClient } from "pg";
import { afterAll, beforeAll, inject, vi } from "vitest";
import { type Connection, closeDatabase, openDatabase, pool } from "@/server/db/client";
import { processState } from "@/server/process-state";
import { invalidate } from "@/server/response-cache/versions";
import { dataDir } from "./data-folder";
import { databaseOf, query } from "./sql";

// Keep test files apart from a product that runs on this machine.
process.env.DATA_DIR = dataDir;

const { server, template } = inject("databases");
const own = `${template}_${process.env.VITEST_POOL_ID}`;

const found = await query(server, "select from pg_database where datname = $1", [own]);
if (found.length === 0) await query(server, `create database ${own} template ${template}`);

/** The database of this worker, for code that opens its own connections; `db()` is already connected. */
export const connection: Connection = databaseOf(server, own);

/** Like {@link connection}, but read-only, like a managed server with a full disk. */
export const readOnly = { options: "-c default_transaction_read_only=on" };

// The test files of a worker share one database and its client, in any order: a new client takes a tenth of a second. An
// earlier file may have closed it.
const inUse = processState<{ lyceumDatabase?: { connection: Connection } }>().lyceumDatabase?.connection;
if (!isDeepStrictEqual(inUse, connection)) {
  await closeDatabase();
  openDatabase(connection);
}
// By graphile-worker and the process state, not by the product's modules: a test file may still mock what these import.
if (found.length === 0) await runMigrations({ pgPool: pool(), logger: new Logger(() => () => {}) });
processState<{ lyceumSecret?: string }>().lyceumSecret = process.env.NEXTAUTH_SECRET ?? "";
beforeAll(() => resetDatabase());
// Files share a process: a clock set by one file must not reach the next.
afterAll(() => void vi.useRealTimers());

/**
 * Empties every table of this worker's database in one statement, so that their order does not matter, and without triggers,
 * since the audit trail forbids deletion. Also clears what processes cache of the rows: responses, and the words of the site.
 */
export async function resetDatabase(): Promise<void> {
  await fillDatabase("");
}

/** Saves all rows. The returned function restores them, which is faster than creating them again. */
async function saveRows(): Promise<() => Promise<void>> {
  const inserts: string[] = [];
  for (const name of await listTables()) {
    const { rows } = await pool().query<{ row: string }>(`select to_json(t)::text as row from ${name} t`);
    if (rows.length === 0) continue;
    const { rows: columns } = await pool().query<{ name: string }>(
      `select quote_ident(attname) as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [name],
    );
    const list = columns.map((column) => column.name).join(", ");
    const values = escapeLiteral(`[${rows.map(({ row }) => row).join(",")}]`);
    inserts.push(
      `insert into ${name} (${list}) overriding system value select ${list} from json_populate_recordset(null::${name}, ${values})`,
    );
  }
  return () => fillDatabase(inserts.map((insert) => `${insert};`).join("\n"));
}

/**
 * Prepares the database once and restores the prepared rows for each further use. Prepares it again every half minute, since
 * the use of a session is written after a minute, and links expire.
 */
export function restorable<Prepared>(prepare: () => Promise<Prepared>) {
  let saved: { prepared: Prepared; restore: () => Promise<void>; at: number } | undefined;
  const isRecent = () => saved !== undefined && Date.now() - saved.at < 30_000;
  return {
    isRecent,
    /** Restores or prepares the rows. */
    async start(): Promise<Prepared> {
      if (saved && isRecent()) await saved.restore();
      else saved = { prepared: await prepare(), restore: await saveRows(), at: Date.now() };
      return saved.prepared;
    },
  };
}

/** The tables of each database, known once the job queue's tables exist: they are the last to be created. */
const listed = new WeakMap<object, string[]>();

async function listTables(): Promise<string[]> {
  const known = listed.get(pool());
  if (known) return known;
  const { rows } = await pool().query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname = 'public' and tablename not in ('_prisma_migrations', 'public_lists') or tablename = '_private_jobs'
     order by 1`,
  );
  const names = rows.map(({ name }) => name);
  if (names.some((name) => name.endsWith("._private_jobs"))) listed.set(pool(), names);
  return names;
}

/**
 * A connection without triggers. It is kept apart, because PostgreSQL forgets all plans of a connection that turns triggers
 * off or on.
 */
function replica(): Promise<PoolClient> {
  const state = processState<{ lyceumReplica?: Pool }>();
  // A test may end all connections.
  state.lyceumReplica ??= new Pool({
    ...connection,
    options: "-c session_replication_role=replica",
    max: 1,
    idleTimeoutMillis: 0,
  }).on("error", () => {});
  return state.lyceumReplica.connect();
}

async function fillDatabase(inserts: string): Promise<void> {
  const parts = (await listTables()).map((name, index) => `part${index} as (delete from ${name})`);
  const text = `with ${parts.join(", ")} update public_lists set version = gen_random_uuid()`;
  const client = await replica();
  try {
    await client.query("begin");
    // Named, so that it is planned only once: planning takes longer than running it.
    await client.query({ name: `empty ${parts.length}`, text });
    await client.query(`${inserts} commit`);
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
  // Versions that were read stay valid for a short time.
  invalidate();
  delete processState<{ lyceumSite?: unknown }>().lyceumSite;
}

let count = 0;

/** Another database on the test server, empty or migrated; dropped after the test file. */
export async function extraDatabase(from: "empty" | "migrated"): Promise<Connection> {
  count += 1;
  // Databases of an earlier test file may still exist.
  const name = `${own}_extra_${Date.now().toString(36)}_${count}`;
  const source = from === "migrated" ? template : "template0";
  await query(server, `create database ${name} template ${source}`);
  afterAll(() => query(server, `drop database ${name} with (force)`));
  return databaseOf(server, name);
}
