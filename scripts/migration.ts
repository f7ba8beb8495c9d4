import { access, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartError } from "@/lib/start-error";
import { startCluster } from "@/server/postgres/cluster";
import { applyMigrations } from "@/server/postgres/migrate";
import { readCommand } from "../src/main/commands.mjs";
import { schemaDiff } from "./schema-diff";

const migrations = "prisma/migrations";
const lockFile = join(migrations, "migration_lock.toml");

/** The SQL from the existing migrations to the schema, computed on a temporary server. */
async function missingSql(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "lyceum-migration-"));
  try {
    const cluster = await startCluster({ dataDir, throwAway: true });
    try {
      await applyMigrations(cluster.connection, migrations);
      return await schemaDiff(cluster.connection, await readFile("prisma/schema.prisma", "utf8"));
    } finally {
      await cluster.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

async function writeMigration(name: string, sql: string): Promise<string> {
  const stamp = new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14);
  const folder = join(migrations, `${stamp}_${name}`);
  await mkdir(folder);
  await writeFile(join(folder, "migration.sql"), sql);
  await access(lockFile).catch(() => writeFile(lockFile, 'provider = "postgresql"\n'));
  return join(folder, "migration.sql");
}

async function main(): Promise<void> {
  const [name = ""] = readCommand("migration").words;
  if (!/^[a-z0-9]+(_[a-z0-9]+)*$/.test(name)) {
    throw new StartError("Usage: npm run migration -- <name>, in lower-case letters, digits and underscores.");
  }
  await mkdir(migrations, { recursive: true });
  const sql = await missingSql();
  if (!sql) return console.log("The migrations already match prisma/schema.prisma; nothing was written.");
  console.log(`Wrote ${await writeMigration(name, sql)}. Review it before you commit it.`);
}

await main().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
});
