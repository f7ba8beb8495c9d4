import "server-only";
import { Prisma } from "@/server/generated/prisma/client";

/** The name of an exam or subject in a column, folded as by `subjectKey`, to find results of the same exam. */
export const nameKeyOf = (column: Prisma.Sql) =>
  Prisma.sql`btrim(regexp_replace(lower(normalize(${column}, NFKC)), '\\s+', ' ', 'g'))`;
