import { createHash } from "node:crypto";
import { pool } from "@/server/db/client";

// Rejected calls write to these two: audit events and rate-limit counts.
const grown = ["public.audit_events", "public.throttles"];

let statement: Promise<string> | undefined;
let counting: Promise<string> | undefined;

async function ofEachTable(select: (name: string) => string): Promise<string> {
  const { rows: tables } = await pool().query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') and format('%I.%I', schemaname, tablename) <> all($1)
     order by 1`,
    [grown],
  );
  return tables.map(({ name }) => select(name)).join(" union all ");
}

async function readAll(): Promise<string> {
  const rows = await ofEachTable((name) => `select '${name}' as name, t::text as text from ${name} t`);
  return `${rows} order by name, text`;
}

/** A digest of all rows except those that rejected calls write. */
export async function everything(): Promise<string> {
  statement ??= readAll();
  // Named, so that it is planned only once: planning takes longer than running it.
  const { rows } = await pool().query({ name: "everything", text: await statement });
  return createHash("sha256").update(JSON.stringify(rows)).digest("hex");
}

/** The number of rows of each table of the product except those that rejected calls write. */
export async function rowCounts(): Promise<Record<string, number>> {
  counting ??= ofEachTable((name) => `select '${name}' as name, count(*)::int as count from ${name}`);
  const text = `select * from (${await counting}) as counts where starts_with(name, 'public.')`;
  const { rows } = await pool().query<{ name: string; count: number }>({ name: "row counts", text });
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
