import "server-only";
import type pg from "pg";
import { from, to } from "pg-copy-streams";

export type Table = { name: string; columns: string[] };

const isNotOfExtension = "not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')";

/** Tables of the product in foreign-key order, without the list of migrations and tables of extensions. */
export async function tablesOf(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { needs: string[] }>(
    `select c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       array(select distinct f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
     from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> '_prisma_migrations'
       and ${isNotOfExtension}
     order by c.relname`,
  );
  const ordered: Table[] = [];
  const isThere = (name: string) => ordered.some((table) => table.name === name.replaceAll('"', ""));
  for (let left = rows; left.length > 0; ) {
    const next = left.filter(({ needs }) => needs.every(isThere));
    if (next.length === 0) throw new Error("The foreign keys of the tables form a cycle.");
    ordered.push(...next.map(({ name, columns }) => ({ name, columns })));
    left = left.filter((table) => !next.includes(table));
  }
  return ordered;
}

const columnsOf = (client: pg.Client, { columns }: Table) =>
  columns.map((column) => client.escapeIdentifier(column)).join(", ");

/** Streams the rows of a table as COPY text; `rowCount` is set at the end. */
export function copyRowsFrom(client: pg.Client, table: Table) {
  return client.query(to(`copy ${client.escapeIdentifier(table.name)} (${columnsOf(client, table)}) to stdout`));
}

/** Inserts rows of {@link copyRowsFrom} with triggers disabled. */
export function copyRowsInto(client: pg.Client, table: Table) {
  return client.query(from(`copy ${client.escapeIdentifier(table.name)} (${columnsOf(client, table)}) from stdin`));
}

/** Advances sequences past the highest used number. */
export async function advanceSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ sql: string }>(
    `select format('select setval(%L, (select coalesce(max(%I), 0) + 1 from %I), false)',
       pg_get_serial_sequence(quote_ident(c.relname), a.attname), a.attname, c.relname) as sql
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
       and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null`,
  );
  for (const { sql } of rows) await client.query(sql);
}

/** Drops all tables, types and functions of the product, but not those of extensions. */
export async function dropSchema(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ sql: string }>(
    `with own as (select current_schema()::regnamespace as schema)
     select format('drop table if exists %s cascade', c.oid::regclass) as sql from pg_class c, own
       where c.relnamespace = own.schema and c.relkind = 'r' and ${isNotOfExtension}
     union all select format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p, own
       where p.pronamespace = own.schema and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     union all select format('drop type if exists %s cascade', t.oid::regtype) from pg_type t, own
       where t.typnamespace = own.schema and t.typtype in ('e', 'd')
         and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')`,
  );
  for (const { sql } of rows) await client.query(sql);
}
