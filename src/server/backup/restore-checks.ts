import "server-only";
import type pg from "pg";
import { StartError } from "@/lib/start-error";
import type { Migration } from "../postgres/migrate";
import type { Manifest } from "./manifest";

/** Migrations that the archive knows, and those that come after its rows. */
export type Steps = { before: Migration[]; after: Migration[] };

/** What has to be applied before and after the rows of an archive. @throws StartError if its migrations are not those known here */
export function planMigrations({ migrations }: Manifest, known: Migration[]): Steps {
  const byName = new Map(known.map((migration) => [migration.name, migration]));
  const before = migrations.map(({ name, checksum }) => {
    const migration = byName.get(name);
    if (!migration) {
      throw new StartError(
        `This backup is of a newer Lyceum (it has the migration ${name}): restore it with that one.`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new StartError(
        `This backup is of another Lyceum (its migration ${name} is not the one that is known here).`,
      );
    }
    return migration;
  });
  return { before, after: known.filter((migration) => !before.includes(migration)) };
}

/** @throws StartError while the product runs on the database */
export async function refuseWhileInUse(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    "select from pg_stat_activity where datname = current_database() and application_name = 'lyceum' limit 1",
  );
  if (rows.length > 0) throw new StartError("Lyceum is running on this database: stop it first, then restore.");
}

/** @throws StartError for a database with tables of somebody else */
export async function refuseForeign(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ foreign: boolean }>(
    `select to_regclass('_prisma_migrations') is null and exists (
       select from pg_tables where schemaname = current_schema()) as foreign`,
  );
  if (rows[0]?.foreign)
    throw new StartError("This database holds tables that are not Lyceum's: restore into an empty one.");
}
