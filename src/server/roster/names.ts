import "server-only";
import type { Transaction } from "@/server/db/client";

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
