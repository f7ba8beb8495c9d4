import "server-only";
import { containsPrograms, loadsExternalParts, malicious, tooManyFields } from "./content";
import { isRemote, rejectUnsafeLink } from "./links";

const fetchers = new Set(["INCLUDEPICTURE", "INCLUDETEXT", "INCLUDE", "IMPORT", "LINK", "RD", "DATABASE"]);
// Hyperlink switches that take a value.
const switchesWithValue = /^\\[lomt]$/i;
// An escaped quote does not end a text, and two backslashes mean one. Matching escapes with a group inside the quotes would
// exhaust the stack.
const escapedQuotes = /(\\\\)|\\["“”]/g;
// A link with all its switches has twelve.
const mostWords = 20;
// An address has at most a few thousand characters. Millions of them would take a hundred megabytes to split into words.
const mostCharacters = 100_000;

/** Remaining number of fields and links, shared by all parts of a document. */
export type FieldCount = { left: number };

/**
 * The count of a new document: a thousand pages with two hundred references each. In `bytes` of pictures, every 256th byte
 * looks like the beginning of a field.
 */
export const fieldCount = (bytes = 0): FieldCount => ({ left: 200_000 + bytes / 128 });

/** Counts a field or a link. @throws AppError if there are too many */
export function countField(count: FieldCount): void {
  count.left -= 1;
  if (count.left < 0) throw tooManyFields();
}

/** True if a field whose code begins like this can still become one of those that are inspected. */
export function mayBecomeActive(code: string): boolean {
  const [, name] = /^\s*["“]?\s*([^\s"”]*)$/.exec(code) ?? [];
  const known = ["DDE", "DDEAUTO", "HYPERLINK", ...fetchers];
  return name !== undefined && known.some((one) => one.startsWith(name.toUpperCase()));
}

/**
 * Rejects a Word field (ECMA-376, part 1, 17.16) that starts a program or loads something. @param code the field code
 * @param isPartial true if nested fields compute a part of it @throws AppError
 */
export function rejectActiveField(code: string, count: FieldCount, isPartial = false): void {
  countField(count);
  const name = /^["“]?\s*([^\s"”]+)/.exec(code.trimStart())?.[1]?.toUpperCase() ?? "";
  if (/^DDE(?:AUTO)?$/.test(name)) throw containsPrograms();
  if (name === "HYPERLINK") requireLink(tokensOf(code));
  if (fetchers.has(name) && (isPartial || tokensOf(code).some(isRemote))) throw loadsExternalParts();
}

function tokensOf(code: string): string[] {
  if (code.length > mostCharacters) throw malicious();
  const words: string[] = [];
  for (const [word] of code.replace(escapedQuotes, "$1").matchAll(/["“][^"”]*["”]?|\S+/g)) {
    if (words.push(word.replace(/["“”]/g, "")) > mostWords) throw malicious();
  }
  return words.slice(1);
}

function requireLink(words: string[]): void {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (switchesWithValue.test(word)) at += 1;
    else if (!/^\\\w$/.test(word)) rejectUnsafeLink(word);
  }
}
