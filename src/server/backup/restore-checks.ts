import "server-only";
import type pg from "pg";
import { StartError } from "@/lib/start-error";
import { join } from "@/server/builtins";
import { exists } from "../postgres/data-dir";
import type { Migration } from "../postgres/migrate";
import { readLog } from "../privacy/row-log";
import type { Manifest } from "./manifest";
import { tablesOf } from "./tables";

/** Migrations that the archive contains, and later ones. */
export type Steps = { before: Migration[]; after: Migration[] };

/**
 * The migrations to apply before and after loading the rows of an archive.
 * @throws StartError if its migrations differ from ours
 */
export function planMigrations({ migrations }: Manifest, ours: Migration[]): Steps {
  const known = withAllLabels(ours);
  const byName = new Map(known.map((migration) => [migration.name, migration]));
  const before = migrations.map(({ name, checksum }) => {
    const migration = byName.get(name);
    if (!migration) {
      throw new StartError(
        `This backup was made by a newer Lyceum (it has the migration ${name}): restore it with that version.`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new StartError(`This backup was made by a different Lyceum (its migration ${name} differs from ours).`);
    }
    return migration;
  });
  return { before, after: known.filter((migration) => !before.includes(migration)) };
}

/**
 * Lets each enum type be created with all its labels: a restore is one transaction, and before PostgreSQL 17 none may use a
 * label that it adds.
 */
function withAllLabels(migrations: Migration[]): Migration[] {
  const added = new Map<string, string[]>();
  const without = migrations.map(({ sql, ...rest }) => ({
    ...rest,
    sql: sql.replace(/^ALTER TYPE ("\w+") ADD VALUE ('\w+');/gm, (_, type: string, label: string) => {
      added.set(type, [...(added.get(type) ?? []), label]);
      return "";
    }),
  }));
  return without.map(({ sql, ...rest }) => ({
    ...rest,
    sql: sql.replace(/^CREATE TYPE ("\w+") AS ENUM \(([^)]*)\)/gm, (_, type: string, labels: string) => {
      return `CREATE TYPE ${type} AS ENUM (${[labels, ...(added.get(type) ?? [])].join(", ")})`;
    }),
  }));
}

/** @throws StartError while the product runs on the database */
export async function refuseWhileInUse(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    "select from pg_stat_activity where datname = current_database() and application_name = 'lyceum' limit 1",
  );
  if (rows.length > 0) throw new StartError("Lyceum is running on this database: stop it first, then restore.");
}

/** The tables of an archive that our migrations made, and warnings for the others, which were added to the schema by hand. */
export async function splitTables(client: pg.Client, { tables }: Manifest) {
  const made = new Set((await tablesOf(client)).map(({ name }) => name));
  const others = tables.filter(({ name }) => !made.has(name));
  return {
    ours: tables.filter(({ name }) => made.has(name)),
    leftOut: others.map(
      ({ name }) => `The table ${name} of this backup does not belong to Lyceum and was not restored.`,
    ),
  };
}

/** Returns a warning if neither a list nor the replaced database says what was erased or has ended. */
export async function warnOfUnlisted(dataDir: string, countHere: number): Promise<string[]> {
  const listed = [...(await readLog(dataDir, "erased")), ...(await readLog(dataDir, "ended"))];
  if (listed.length + countHere > 0) return [];
  return [
    "There is no erased.log or ended.log in DATA_DIR or beside the backup: anyone who was erased after the backup is back, and whatever ended after it is valid again. If the old data folder or the folder of the nightly backups has these files, put them beside the backup and restore it again.",
  ];
}

/** Returns a warning if the archive lacks published files that the data folder does not have either. */
export async function warnOfMissing({ missing }: Manifest, folder: string): Promise<string[]> {
  const lost: string[] = [];
  for (const key of missing) if (!(await exists(join(folder, key)))) lost.push(key);
  if (lost.length === 0) return [];
  return [
    `Neither this backup nor the data folder has these published files: ${lost.join(", ")}. An earlier backup may have them.`,
  ];
}
