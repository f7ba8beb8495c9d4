import "server-only";
import { env } from "@/env";
import { join, readFileSync } from "@/server/builtins";
import { pool } from "@/server/db/client";
import { fullerDisk } from "@/server/db/disk-space";
import { isEmbedded, lacksCallback, storesPrivately } from "@/server/files/configure";
import { areFilesLost } from "@/server/files/lost";
import { processState } from "@/server/process-state";

// Read at the start, because the checkout may have a later version when the status is first requested.
const product = processState<{ lyceumVersion: string }>();
product.lyceumVersion ??= String(JSON.parse(readFileSync(join(process.cwd(), "package.json"), "utf8")).version);

/** Versions of the product and of Node, and the start time. */
export function productStatus() {
  const since = new Date(Date.now() - process.uptime() * 1000);
  return { version: product.lyceumVersion, node: process.versions.node, since };
}

type DatabaseRow = { version: string; bytes: string; migrations: number };

/** Version, size and response time of the database. */
export async function databaseStatus() {
  const began = performance.now();
  await pool().query("select 1");
  const milliseconds = Math.round(performance.now() - began);
  const { rows } = await pool().query<DatabaseRow>(
    `select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
       (select count(*) from _prisma_migrations where finished_at is not null)::int as migrations`,
  );
  const { version = "", bytes = "0", migrations = 0 } = rows[0] ?? {};
  const isOwn = env().DATABASE_URL === undefined;
  return { isEmbedded: isOwn, version: version.split(" ", 1)[0] ?? "", bytes: Number(bytes), migrations, milliseconds };
}

/** Location and number of files, and free disk space. */
export async function storageStatus() {
  const { rows } = await pool().query<{ files: number; bytes: string }>(
    "select count(*)::int as files, coalesce(sum(size), 0) as bytes from uploads where state in ('stored', 'published')",
  );
  const { files = 0, bytes = "0" } = rows[0] ?? {};
  const [isLost, disk] = [await areFilesLost(), await diskStatus()];
  const mode = { isEmbedded: isEmbedded(), isPrivate: storesPrivately(), lacksCallback: lacksCallback() };
  return { ...mode, files, bytes: Number(bytes), isLost, ...disk };
}

/** The fuller one of the disks with the data folder and with the embedded database; null if the system does not report it. */
export async function diskStatus() {
  return fullerDisk(env().DATA_DIR).catch(() => ({ freeBytes: null, diskBytes: null }));
}
