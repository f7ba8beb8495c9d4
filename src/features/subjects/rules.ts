import type { Actions } from "@/lib/may";
import { subjectKey } from "@/lib/subject-key";

export const actions = { read: "teaching", manage: "office" } as const satisfies Actions;

/** Maximum number of subjects; a database trigger enforces the same number. */
export const mostSubjects = 500;

/** The wanted spellings. Spellings that others added or removed since the caller read `were` stay added or removed. */
export function mergedSpellings(stored: readonly string[], wanted: readonly string[], were = stored): string[] {
  const added = wanted.filter((key) => !were.includes(key));
  const kept = stored.filter((key) => wanted.includes(key) || !were.includes(key));
  return [...new Set([...kept, ...added])];
}

const partsOf = (text: string) =>
  subjectKey(text)
    .split(",")
    .map((part) => part.trim());

/** The comma-separated spellings in a text; a stored spelling may contain commas itself. */
export function spellingsIn(text: string, stored: readonly string[]): string[] {
  const known = stored.map((key) => ({ key, parts: partsOf(key) })).sort((a, b) => b.parts.length - a.parts.length);
  const rest = partsOf(text);
  const found: string[] = [];
  while (rest.length > 0) {
    const whole = known.find(({ parts }) => parts.every((part, at) => part === rest[at]));
    const taken = rest.splice(0, whole?.parts.length ?? 1);
    found.push(whole?.key ?? taken.join());
  }
  return found.filter(Boolean);
}

/** The subjects that these spellings would merge into the subject that gets them. */
export const joinedBy = <Other extends { name: string }>(
  spellings: readonly string[],
  others: readonly Other[],
): Other[] => others.filter(({ name }) => spellings.includes(subjectKey(name)));
