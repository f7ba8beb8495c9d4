import "server-only";
import { fetching, programs } from "./inspect-content";
import { isElsewhere, requireHarmlessLink } from "./inspect-links";

const fetchers = new Set(["INCLUDEPICTURE", "INCLUDETEXT", "INCLUDE", "IMPORT", "LINK", "RD", "DATABASE"]);
// Switches of a link that have a value of their own.
const valued = /^\\[lomt]$/i;

/**
 * Refuses a field of Word (ECMA-376, part 1, 17.16) that starts a program or fetches something from elsewhere.
 * @param code what stands between the field's begin and its result @param isPartial true when other fields make up a part of it
 * @throws AppError
 */
export function requirePassiveField(code: string, isPartial = false): void {
  const name = /^\s*["“]?\s*([^\s"”]+)/.exec(code)?.[1]?.toUpperCase() ?? "";
  if (/^DDE(?:AUTO)?$/.test(name)) throw programs();
  if (name === "HYPERLINK") requireLink(wordsOf(code));
  if (fetchers.has(name) && (isPartial || wordsOf(code).some(isElsewhere))) throw fetching();
}

/** What follows the name of a field. */
function wordsOf(code: string): string[] {
  return (code.match(/["“][^"”]*["”]?|\S+/g) ?? []).slice(1).map((word) => word.replace(/["“”]/g, ""));
}

function requireLink(words: string[]): void {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (valued.test(word)) at += 1;
    else if (!/^\\\w$/.test(word)) requireHarmlessLink(word);
  }
}
