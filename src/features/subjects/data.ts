import "server-only";
import { subjectKey } from "@/lib/subject-key";
import { db } from "@/server/db/client";
import { mostSubjects } from "./rules";

/** All subjects with their spellings, by name. */
export function listSubjects() {
  const spellings = { select: { key: true }, orderBy: { key: "asc" } } as const;
  return db().subject.findMany({ include: { spellings }, orderBy: [{ key: "asc" }], take: mostSubjects });
}

/** The suggestions of subject fields. */
export async function listNames() {
  const subjects = await listSubjects();
  return subjects.map(({ name, key, spellings, retiredAt }) => ({
    name,
    keys: [key, ...spellings.map((spelling) => spelling.key)],
    isRetired: retiredAt !== null,
  }));
}

/** Maps each of these texts to the stored name, in one query: the spellings of a known subject map to its name. */
export async function resolveSubjects(texts: readonly (string | null | undefined)[]) {
  const keys = [...new Set(texts.flatMap((text) => (text ? [subjectKey(text)] : [])))];
  const matching = { in: keys };
  const rows =
    keys.length === 0
      ? []
      : await db().subject.findMany({
          where: { OR: [{ key: matching }, { spellings: { some: { key: matching } } }] },
          select: { name: true, key: true, spellings: { select: { key: true }, where: { key: matching } } },
        });
  const names = new Map(
    rows.flatMap(({ name, key, spellings }) => [key, ...spellings.map((one) => one.key)].map((one) => [one, name])),
  );
  return <Text extends string | null | undefined>(text: Text) =>
    (text ? (names.get(subjectKey(text)) ?? text) : text) as Text | string;
}
