import "server-only";
import { Prisma } from "@/server/generated/prisma/client";

// A paper is noted with another apostrophe than the one that the name is stored with.
const plain = (name: Prisma.Sql) => Prisma.sql`lower(trim(translate(${name}, ${"’‘ʼ´`"}, ${"'''''"})))`;

/** The SQL condition that two names are one, whatever their capitals, apostrophes, and spaces around them. */
export const isSameName = (one: Prisma.Sql, other: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`${plain(one)} = ${plain(other)}`;
