import "server-only";
import { containsPrograms, loadsExternalParts } from "./content";
import { isRemote, rejectUnsafeLink } from "./links";

const fetchers = new Set(["INCLUDEPICTURE", "INCLUDETEXT", "INCLUDE", "IMPORT", "LINK", "RD", "DATABASE"]);
// Hyperlink switches that take a value.
const switchesWithValue = /^\\[lomt]$/i;

/**
 * Rejects a Word field (ECMA-376, part 1, 17.16) that starts a program or loads something. @param code the field code
 * @param isPartial true if nested fields compute a part of it @throws AppError
 */
export function rejectActiveField(code: string, isPartial = false): void {
  const name = /^\s*["“]?\s*([^\s"”]+)/.exec(code)?.[1]?.toUpperCase() ?? "";
  if (/^DDE(?:AUTO)?$/.test(name)) throw containsPrograms();
  if (name === "HYPERLINK") requireLink(tokensOf(code));
  if (fetchers.has(name) && (isPartial || tokensOf(code).some(isRemote))) throw loadsExternalParts();
}

function tokensOf(code: string): string[] {
  return (code.match(/["“][^"”]*["”]?|\S+/g) ?? []).slice(1).map((word) => word.replace(/["“”]/g, ""));
}

function requireLink(words: string[]): void {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (switchesWithValue.test(word)) at += 1;
    else if (!/^\\\w$/.test(word)) rejectUnsafeLink(word);
  }
}
