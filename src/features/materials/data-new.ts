import "server-only";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { columns, materialViewOf, newestFirst } from "./data";
import type { MaterialView } from "./schema";

const week = 7 * 24 * 60 * 60 * 1000;

type New = {
  items: MaterialView[];
  /** The classes that have more than `most`. */
  more: string[];
};

/** The materials of the last week, newest first, up to `most` for each of these classes. */
export async function listNewOf(classNames: number[], now: Date, most: number): Promise<New> {
  if (classNames.length === 0) return { items: [], more: [] };
  const rows = await sql<Parameters<typeof materialViewOf>[0] & { place: number }>(Prisma.sql`
    select * from (
      select ${columns}, (row_number() over (partition by class_name ${newestFirst}))::int as place from materials
      where class_name = any(${classNames}::smallint[]) and uploaded_at > ${new Date(now.getTime() - week)}
        and (expires_at is null or expires_at > ${now}) and available_from is null) found
    where place <= ${most + 1} order by "uploadedAt" desc, id desc`);
  return {
    items: rows.filter(({ place }) => place <= most).map(materialViewOf),
    more: rows.flatMap(({ place, className }) => (place > most ? [String(className)] : [])),
  };
}
