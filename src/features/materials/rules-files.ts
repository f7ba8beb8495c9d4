import { withoutDirections } from "@/lib/plain-text";
import { subjectKey } from "@/lib/subject-key";

/** A subject and its synonyms. */
type Subject = { name: string; keys: readonly string[]; isRetired: boolean };

/** Guesses from a file name: the title and, if it contains them, a current class and subject. */
export function guessOf(fileName: string, subjects: readonly Subject[]) {
  const text = withoutDirections(fileName)
    .replace(/\.[^.]+$/, "")
    .replaceAll(/[_\s-]+/gu, " ")
    .trim();
  const materialName = text.charAt(0).toLocaleUpperCase("en-IN") + text.slice(1);
  const className = /\b(?:class|std|grade) ?(1[0-2]|[1-9])(?!\d)/i.exec(text)?.[1] ?? "";
  const words = ` ${subjectKey(text)} `;
  const isNamed = ({ keys, isRetired }: Subject) => !isRetired && keys.some((key) => words.includes(` ${key} `));
  const subject = subjects.find(isNamed)?.name ?? "";
  return { materialName, className, subject };
}

type Guess = ReturnType<typeof guessOf>;

/** The fields after another file was chosen: fields that were not edited by hand are guessed from its name. */
export function guessAgain(given: Guess, before: string, after: string, subjects: readonly Subject[]): Guess {
  const [old, fresh] = [guessOf(before, subjects), guessOf(after, subjects)];
  const next = (field: keyof Guess) =>
    given[field] === "" || given[field] === old[field] ? fresh[field] || given[field] : given[field];
  return { materialName: next("materialName"), className: next("className"), subject: next("subject") };
}

type Named = Pick<File, "name" | "size" | "lastModified">;

/** Splits files into new ones, and ones that are on the list already or were chosen twice. */
export function splitKnown<Of extends Named>(files: readonly Of[], listed: readonly Named[]) {
  const seen = new Set(listed.map(keyOf));
  const fresh: Of[] = [];
  const known: Of[] = [];
  for (const file of files) {
    (seen.has(keyOf(file)) ? known : fresh).push(file);
    seen.add(keyOf(file));
  }
  return { fresh, known };
}

const keyOf = ({ name, size, lastModified }: Named) => JSON.stringify([name, size, lastModified]);
