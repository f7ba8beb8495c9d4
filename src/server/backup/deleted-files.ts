import "server-only";
import type pg from "pg";
import type { Connection } from "../db/client";
import { clientFor } from "../db/connect";

/** Those of `keys` whose files were deleted after the snapshot. */
export async function findDeletedKeys(connection: Connection, keys: string[]): Promise<string[]> {
  const client = clientFor(connection, { application_name: "lyceum backup" });
  await client.connect();
  try {
    const { rows } = await client.query<{ key: string }>(
      "select key from uploads where state = 'published' and key = any($1)",
      [keys],
    );
    const shown = new Set(rows.map(({ key }) => key));
    return keys.filter((key) => !shown.has(key));
  } finally {
    await client.end();
  }
}

/** Deletes the rows of files that were deleted while the backup was made. Older backups lack some of the tables. */
export async function forgetFiles(client: pg.Client, keys: string[]): Promise<void> {
  const refer = {
    materials: "delete from materials where file_key = any($1)",
    notice_files: "delete from notice_files where upload_key = any($1)",
    institute_picture_files: `delete from institute_pictures where id in (
      select picture_id from institute_picture_files where upload_key = any($1))`,
  };
  for (const [table, sql] of Object.entries(refer)) {
    const { rows } = await client.query<{ found: boolean }>("select to_regclass($1) is not null as found", [table]);
    if (rows[0]?.found) await client.query(sql, [keys]);
  }
  await client.query("delete from uploads where key = any($1)", [keys]);
}
