import "server-only";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { columns, materialViewOf, newestFirst } from "./data";
import type { MaterialView } from "./schema";

const week = 7 * 24 * 60 * 60 * 1000;

/** The materials of these classes from the last week, newest first. */
export async function listNewOf(classNames: number[], now: Date, most: number): Promise<MaterialView[]> {
  if (classNames.length === 0) return [];
  const rows = await sql<Parameters<typeof materialViewOf>[0]>(Prisma.sql`
    select ${columns} from materials
    where class_name = any(${classNames}::smallint[]) and uploaded_at > ${new Date(now.getTime() - week)}
      and (expires_at is null or expires_at > ${now}) and available_from is null
    ${newestFirst} limit ${most}`);
  return rows.map(materialViewOf);
}
