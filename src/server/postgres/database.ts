import pg from "pg";
import type { Connection } from "../db/client";
import { superuser } from "./create";
import { socketPort } from "./socket";

export type SocketConnection = Extract<Connection, { host: string }>;

const name = "lyceum";

/** Connection to the product's database with the restricted role. */
export function connectionAt(socket: string): SocketConnection {
  return { host: socket, port: socketPort, user: name, database: name };
}

/** Connection as superuser, which may create databases. */
export function superuserAt(socket: string): SocketConnection {
  return { host: socket, port: socketPort, user: superuser, database: superuser };
}

/** Creates the product's role and database if they are missing. */
export async function ensureDatabase(socket: string): Promise<void> {
  const client = new pg.Client(superuserAt(socket));
  await client.connect();
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      "select exists (select from pg_roles where rolname = $1) as role, exists (select from pg_database where datname = $1) as database",
      [name],
    );
    if (!rows[0]?.role) await client.query(`create role ${name} login`);
    if (!rows[0]?.database) await client.query(`create database ${name} owner ${name}`);
  } finally {
    await client.end();
  }
}
