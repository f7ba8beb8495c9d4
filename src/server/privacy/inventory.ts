import "server-only";
import type { Prisma } from "@/server/generated/prisma/client";

type Class = "identity" | "contact" | "education" | "secret" | "usage" | "consent" | "key" | "technical" | "public";

/** Category; whether an export contains the field and whether an erasure removes it, with a reason if not. */
export type Entry = { class: Class; export: true | string; erase: true | string };

export type Model<Name extends Prisma.ModelName> = {
  whose: string;
  purpose: string;
  retention: string;
  fields: Record<keyof Prisma.TypeMap["model"][Name]["payload"]["scalars"], Entry>;
};

export type Models = { [Name in Prisma.ModelName]?: Model<Name> };

export function entries<Name extends string>(entry: Entry, ...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, entry])) as Record<Name, Entry>;
}

/** Personal data: exported and erased. */
export const own = <Name extends string>(kind: Class, ...names: Name[]) =>
  entries({ class: kind, export: true, erase: true }, ...names);

/** Erased, but not exported: meaningless to the person, or a secret. */
export const internal = <Name extends string>(kind: Class, why: string, ...names: Name[]) =>
  entries({ class: kind, export: why, erase: true }, ...names);

/** Not personal data. */
export const impersonal = <Name extends string>(kind: Class, ...names: Name[]) =>
  entries({ class: kind, export: "not personal", erase: "not personal" }, ...names);
