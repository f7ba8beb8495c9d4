import type { Prisma } from "../src/server/generated/prisma/client";

/** What kind of thing a field holds. */
type Class = "identity" | "contact" | "education" | "secret" | "usage" | "consent" | "key" | "technical" | "public";

/** Its kind, whether a person's export has it, and whether an erasure takes it; a reason where not. */
export type Entry = { class: Class; export: true | string; erase: true | string };

export type Model<Name extends Prisma.ModelName> = {
  /** Whose data it is. */
  whose: string;
  purpose: string;
  retention: string;
  fields: Record<keyof Prisma.TypeMap["model"][Name]["payload"]["scalars"], Entry>;
};

/** A person's own: exported and erased. */
export const own = (kind: Class): Entry => ({ class: kind, export: true, erase: true });
/** Goes with the person, and would tell the person nothing, or open something. */
export const inner = (kind: Class, why: string): Entry => ({ class: kind, export: why, erase: true });
/** Says nothing of anybody. */
export const nobodys = (kind: Class): Entry => ({ class: kind, export: "of nobody", erase: "of nobody" });
