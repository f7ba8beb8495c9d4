import "server-only";
import { readFile, statfs } from "node:fs/promises";
import { join } from "node:path";
import { env } from "@/env";
import { pool } from "./db";
import { isEmbedded, keepsPrivate } from "./files/configure";

/** What runs: the version of the product and of Node, and since when. */
export async function productStatus() {
  const path = join(/*turbopackIgnore: true*/ process.cwd(), "package.json");
  const { version } = JSON.parse(await readFile(/*turbopackIgnore: true*/ path, "utf8")) as { version: string };
  const since = new Date(Date.now() - process.uptime() * 1000);
  return { version, node: process.versions.node, since };
}

type DatabaseRow = { version: string; bytes: string; migrations: number };

/** Which database there is, how large it is and how long it takes to answer. */
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

/** Where the files are, how many there are, and the room on the disk of the data folder. */
export async function storageStatus() {
  const { rows } = await pool().query<{ files: number; bytes: string }>(
    "select count(*)::int as files, coalesce(sum(size), 0) as bytes from uploads where state in ('stored', 'published')",
  );
  const { files = 0, bytes = "0" } = rows[0] ?? {};
  const disk = await statfs(/*turbopackIgnore: true*/ env().DATA_DIR).catch(() => null);
  return {
    isEmbedded: isEmbedded(),
    isPrivate: keepsPrivate(),
    files,
    bytes: Number(bytes),
    freeBytes: disk && disk.bavail * disk.bsize,
    diskBytes: disk && disk.blocks * disk.bsize,
  };
}
