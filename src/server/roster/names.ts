import "server-only";
import type { Transaction } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";

type Named = { userId: string; name: string };

/** Keeps the name that a person has, unless the new one is the same. Call it before the change. */
export async function keepName(tx: Transaction, { userId, name }: Named, next: string, by: string): Promise<void> {
  if (next !== name) await tx.personName.create({ data: { userId, name, changedById: by } });
}

/** The name of a person, and those before it. */
export async function allNamesOf(tx: Transaction, { userId, name }: Named): Promise<string[]> {
  const former = await tx.personName.findMany({ where: { userId }, select: { name: true } });
  return [name, ...former.map((one) => one.name)];
}

// The name on a paper form may be entered with a different apostrophe from the stored name.
const plain = (name: Prisma.Sql) => Prisma.sql`lower(trim(translate(${name}, ${"’‘ʼ´`"}, ${"'''''"})))`;

/**
 * The SQL condition that a name is one that person `of` has or had, ignoring case, kinds of apostrophe and spaces around it.
 */
export const isNameOf = (name: Prisma.Sql, of: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`${plain(name)} in (select ${plain(Prisma.sql`${of}.name`)}
    union all select ${plain(Prisma.sql`n.name`)} from person_names n where n.user_id = ${of}.id)`;
