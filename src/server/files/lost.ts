import "server-only";
import { env } from "@/env";
import { codeOf } from "@/lib/start-error";
import { access, join } from "@/server/builtins";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";

// Results of tasks are in no backup, so they may be missing after a restore.
const published = Prisma.sql`from uploads where state = 'published' and owner_kind <> 'task' and store = 'embedded'`;

/** How many published files are looked for. Keys do not depend on time, so the first ones come from all years. */
export const sampled = 5;

/**
 * True if the database knows published files of the embedded store and none of a few is in the data folder: then it is not the folder of
 * this database (decision 349).
 */
export async function areFilesLost(): Promise<boolean> {
  const rows = await sql<{ key: string }>(Prisma.sql`select key ${published} order by key limit ${sampled}`);
  const folder = join(env().DATA_DIR, "files");
  const isThere = (key: string) =>
    access(join(folder, key)).then(
      () => true,
      // A file that cannot be read for another reason is not missing.
      (error: unknown) => !["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? ""),
    );
  const found = await Promise.all(rows.map(({ key }) => isThere(key)));
  return rows.length > 0 && !found.includes(true);
}

/** The number of published files of the embedded store. */
export async function countPublished(): Promise<number> {
  const [row] = await sql<{ count: number }>(Prisma.sql`select count(*)::int ${published}`);
  return row?.count ?? 0;
}
