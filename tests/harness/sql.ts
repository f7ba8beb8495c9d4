import pg from "pg";
import type { Connection } from "@/server/db/client";

export function databaseOf(server: Connection, database: string): Connection {
  if (!("connectionString" in server)) return { ...server, database };
  const address = new URL(server.connectionString);
  address.pathname = `/${database}`;
  return { connectionString: address.href };
}

/** Runs a statement on a new connection and returns its rows. */
export async function query<Row extends pg.QueryResultRow>(
  connection: Connection,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** The same in the database of the product that the browser tests share. */
export function productQuery<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
  return query(JSON.parse(process.env.PRODUCT_DATABASE ?? ""), sql, values);
}
