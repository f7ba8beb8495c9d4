import "server-only";
import { env } from "@/env";
import { StartError } from "@/lib/start-error";
import type { Connection } from "@/server/db/client";
import { backUpBeforeMigration } from "./backups";
import type { Say } from "./open-database";

/** The start migrates all tables; a command creates them in an empty database, or uses the existing ones. */
export type May = "migrate" | "create" | "use";

/** Runs before a change of tables that `earlier` migrations made. @throws StartError if a command may not change them */
export async function prepareMigrations(earlier: number, may: May, connection: Connection, say: Say): Promise<void> {
  // While a command runs, an older version may be serving.
  if (earlier > 0 && may !== "migrate")
    throw new StartError("The tables are older than this version. Stop Lyceum and start it in this version first.");
  if (may === "use" && env().DATABASE_URL)
    throw new StartError("There is no Lyceum in this database: is DATABASE_URL right?");
  if (earlier > 0 && env().BACKUP_DIR)
    say(`Backup before the migration: ${(await backUpBeforeMigration(connection)).path}`);
}
