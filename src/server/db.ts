import "server-only";
import { availableParallelism } from "node:os";
import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { poolFor } from "./connect";
import { Prisma, PrismaClient } from "./generated/prisma/client";
import { openReaders, type Readers } from "./readers";
import { type Turnstile, turnstileFor } from "./turnstile";
import { currentTransaction, unit, write } from "./unit";

/** How to reach PostgreSQL: an address, or the socket folder of the embedded server. */
export type Connection = { connectionString: string } | { host: string; port: number; user: string; database: string };

type Database = {
  connection: Connection;
  client: PrismaClient;
  pool: pg.Pool;
  /** Of the embedded server: a pooler before another one need not take many statements at once. */
  readers: { lookUps: Readers; searches: Readers } | undefined;
  turnstile: Turnstile;
};

// Pages and route handlers are separate module instances in one process.
const shared = globalThis as typeof globalThis & { lyceumDatabase?: Database };

const connections = 10;

/** The most that a statement may take, in milliseconds. */
const patience = 5_000;

// With one plan for all texts, chosen after some that many names have, a text that no name has takes long.
const plannedAnew = "-c plan_cache_mode=force_custom_plan";

function readersTo(connection: Connection, options?: string): Readers {
  return openReaders(
    {
      ...connection,
      connectionTimeoutMillis: 5_000,
      statement_timeout: patience,
      // One that is not answered at all holds up those behind it.
      query_timeout: 2 * patience,
      application_name: "lyceum",
      ...(options && { options }),
    },
    Math.min(availableParallelism(), 4),
  );
}

/** Opens the database for the whole process. No connection is made before the first query. */
export function openDatabase(connection: Connection): void {
  const pool = poolFor(connection, {
    max: connections,
    connectionTimeoutMillis: 5_000,
    statement_timeout: patience,
    // A commit that waits for a standby, or a server that hangs, keeps no timeout of its own.
    query_timeout: 2 * patience,
    idle_in_transaction_session_timeout: 20_000,
    application_name: "lyceum",
  });
  const readers =
    "host" in connection ? { lookUps: readersTo(connection), searches: readersTo(connection, plannedAnew) } : undefined;
  // A connection that dies while idle must not take the process with it; the next query opens another.
  pool.on("error", () => {});
  const client = new PrismaClient({
    adapter: new PrismaPg(pool),
    transactionOptions: { maxWait: 5_000, timeout: 15_000 },
    errorFormat: "minimal",
  });
  // A unit holds a connection while it works; what it asks of the pool beside it must find one, however many there are.
  shared.lyceumDatabase = { connection, client, pool, readers, turnstile: turnstileFor(connections / 2) };
}

/** Closes every connection. */
export async function closeDatabase(): Promise<void> {
  const open = shared.lyceumDatabase;
  shared.lyceumDatabase = undefined;
  await open?.client.$disconnect();
  await Promise.all([open?.readers?.lookUps.end(), open?.readers?.searches.end()]);
  await open?.pool.end();
}

function opened(): Database {
  if (!shared.lyceumDatabase) throw new Error("The database is not open.");
  return shared.lyceumDatabase;
}

/**
 * The open database or, inside of {@link transaction}, that transaction: what was written there is seen, and no second
 * connection is needed. Only `data.ts`, `mutations.ts` and the machinery beside this file use it.
 */
export function db(): Transaction {
  return currentTransaction() ?? opened().client;
}

/** How the open database is reached, for what needs a connection of its own. */
export function connectionInUse(): Connection {
  return opened().connection;
}

/** The pool below {@link db}, for what speaks plain SQL: jobs and migrations. */
export function pool(): pg.Pool {
  return opened().pool;
}

/**
 * A read in plain SQL that sees what {@link db} sees, for what everyone asks all the time: it takes a fifth of the time. The
 * columns come as the driver has them; say in the statement what is to be a number.
 */
export async function select<Row extends object>(query: Prisma.Sql): Promise<Row[]> {
  const around = currentTransaction();
  if (around) return around.$queryRaw<Row[]>(query);
  return (await opened().pool.query<Row>({ text: query.text, values: query.values })).rows;
}

/**
 * The same for what an index answers at once: nothing else may be in front of it. The embedded server remembers each text, and
 * may remember one plan for it, so what differs from one asker to the next must be a value of it.
 */
export async function lookUp<Row extends object>(query: Prisma.Sql): Promise<Row[]> {
  return ask(query, opened().readers?.lookUps);
}

/** The same where the right plan depends on the values: each is planned for its own, and no look-up waits behind it. */
export async function search<Row extends object>(query: Prisma.Sql): Promise<Row[]> {
  return ask(query, opened().readers?.searches);
}

function ask<Row extends object>(query: Prisma.Sql, readers: Readers | undefined): Promise<Row[]> {
  return readers && !currentTransaction() ? readers.read<Row>(query.text, query.values) : select<Row>(query);
}

/** How many reads were asked of {@link lookUp} and {@link search}, and not answered yet. */
export function lookingUpNow(): number {
  const { readers } = opened();
  return readers ? readers.lookUps.pending() + readers.searches.pending() : 0;
}

/** The database as a transaction sees it. */
export type Transaction = Prisma.TransactionClient;

/** Does a write whole or not at all. Inside another one, or inside {@link asUnit}, it is a part of that. */
export function transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return write(opened().client, work);
}

/**
 * Does `work` so that all it writes by {@link transaction}, and what `last` adds to it, is committed together or not at
 * all. No connection is held before the first write.
 */
export function asUnit<Result>(
  work: () => Promise<Result>,
  last: (tx: Transaction, result: Result) => Promise<void>,
): Promise<Result> {
  const { client, turnstile } = opened();
  return unit(client, turnstile.enter, work, last);
}

const saysPrisma = (error: unknown, code: string) =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === code;

/** True when `error` says that a unique constraint refused a row. */
export function isDuplicate(error: unknown): boolean {
  return saysPrisma(error, "P2002");
}

/** True when `error` says that the row to change was not there. */
export function isMissing(error: unknown): boolean {
  return saysPrisma(error, "P2025");
}

/** `text` for a `contains` filter: Prisma leaves the wildcards of LIKE as they are. */
export function literal(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
