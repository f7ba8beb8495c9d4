import "server-only";
import { availableParallelism } from "node:os";
import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { apostrophes, joiners } from "@/lib/folded";
import { Prisma, PrismaClient } from "@/server/generated/prisma/client";
import { processState } from "@/server/process-state";
import { createSemaphore, type Semaphore } from "@/server/rate-limits/semaphore";
import { poolFor } from "./connect";
import { PipelinedReads } from "./pipelined-reads";
import { currentTransaction, runAsUnit, runInTransaction } from "./transaction";

/** A connection string, or the socket folder of the embedded server. */
export type Connection = { connectionString: string } | { host: string; port: number; user: string; database: string };

/**
 * Reads by index and searches, whose plan depends on the values, use separate pools, so that lookups do not wait for
 * searches.
 */
type ReadKind = "lookup" | "search";

type Database = {
  connection: Connection;
  client: PrismaClient;
  pool: pg.Pool;
  /** Of the embedded server only: a pooler in front of another server may not support pipelining. */
  pipelines: Record<ReadKind, PipelinedReads> | undefined;
  semaphore: Semaphore;
};

const shared = processState<{ lyceumDatabase?: Database }>();

const connections = 10;

const statementTimeout = 5_000;

const config = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: statementTimeout,
  // The server cannot time out a commit that waits for a standby, or itself when it hangs.
  query_timeout: 2 * statementTimeout,
  application_name: "lyceum",
};

/** Creates the connection pool of the process. It connects on the first query. */
export function openDatabase(connection: Connection): void {
  const pool = poolFor(connection, {
    ...config,
    max: connections,
    idle_in_transaction_session_timeout: 20_000,
  });
  // A broken idle connection must not end the process; the next query opens a new one.
  pool.on("error", () => {});
  const client = new PrismaClient({
    adapter: new PrismaPg(pool),
    transactionOptions: { maxWait: 5_000, timeout: 15_000 },
    errorFormat: "minimal",
  });
  // A transaction holds one connection and may need a second one: leave half of the pool free.
  const semaphore = createSemaphore(connections / 2);
  shared.lyceumDatabase = { connection, client, pool, pipelines: pipelinesTo(connection), semaphore };
}

function pipelinesTo(connection: Connection): Database["pipelines"] {
  if ("connectionString" in connection) return undefined;
  // More connections than cores are of no use.
  const max = Math.min(availableParallelism(), 4);
  // The generic plan of a prepared search is slow for rare values.
  const options = "-c plan_cache_mode=force_custom_plan";
  return {
    lookup: new PipelinedReads({ ...connection, ...config }, max),
    search: new PipelinedReads({ ...connection, ...config, options }, max),
  };
}

export async function closeDatabase(): Promise<void> {
  const open = shared.lyceumDatabase;
  shared.lyceumDatabase = undefined;
  await open?.client.$disconnect();
  await Promise.all([open?.pipelines?.lookup.end(), open?.pipelines?.search.end()]);
  await open?.pool.end();
}

function openedDatabase(): Database {
  if (!shared.lyceumDatabase) throw new Error("The database is not open.");
  return shared.lyceumDatabase;
}

/** Prisma client of the current transaction, else of the pool. For `data.ts`, `mutations.ts` and `server/`. */
export function db(): Transaction {
  return currentTransaction() ?? openedDatabase().client;
}

/** Connection settings, for code that needs a connection of its own. */
export function connectionInUse(): Connection {
  return openedDatabase().connection;
}

/** The `pg` pool, for plain SQL in jobs and migrations. */
export function pool(): pg.Pool {
  return openedDatabase().pool;
}

/**
 * Runs a read in plain SQL, in the current transaction if there is one, for hot queries (docs/performance.md). Values
 * arrive as the driver parses them: cast to number in the statement. Only a search is always planned for its values.
 */
export async function sql<Row extends object>(query: Prisma.Sql, kind: ReadKind = "lookup"): Promise<Row[]> {
  const tx = currentTransaction();
  if (tx) return tx.$queryRaw<Row[]>(query);
  const { pipelines, pool } = openedDatabase();
  const { text, values } = query;
  return pipelines ? pipelines[kind].query<Row>(text, values) : (await pool.query<Row>({ text, values })).rows;
}

export type Transaction = Prisma.TransactionClient;

/** Runs `work` in a transaction, or in a savepoint of the current one. */
export function transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return runInTransaction(openedDatabase().client, work);
}

/** Runs `work` and then `last` so that all their writes commit together. Takes a connection only at the first write. */
export function inOneTransaction<Result>(
  work: () => Promise<Result>,
  last: (tx: Transaction, result: Result) => Promise<void>,
): Promise<Result> {
  const { client, semaphore } = openedDatabase();
  return runAsUnit(client, semaphore.enter, work, last);
}

const hasPrismaCode = (error: unknown, code: string) =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === code;

/** True if a unique constraint rejected a row. */
export function isDuplicate(error: unknown): boolean {
  return hasPrismaCode(error, "P2002");
}

/** True if a foreign key rejected the change: it refers to the deleted row, or to one that is missing. */
export function isInUse(error: unknown): boolean {
  return hasPrismaCode(error, "P2003");
}

/** True if the row to change does not exist. */
export function isMissing(error: unknown): boolean {
  return hasPrismaCode(error, "P2025");
}

/** Escapes the wildcards of LIKE, which Prisma’s `contains`, and `equals` without case, do not. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

/** Like {@link escapeLike}, for a name: one apostrophe finds every other one. */
export const likeName = (text: string): string => escapeLike(text).replace(apostrophes, "_");

/** A column, folded like `folded` of `lib/folded.ts` does, to be compared with a folded word. Some databases lower `İ` to `i` and a dot. */
export const foldedSql = (column: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`translate(lower(${column}), ${`${joiners}\u0307`}, '')`;
