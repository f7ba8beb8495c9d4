import "server-only";
import { site } from "../institute/published";

/** True for a common password, a keyboard pattern, or words of the institute or the user (decision 9). */
export async function isEasyToGuess(password: string, own: readonly (string | null)[]): Promise<boolean> {
  const plain = password.normalize("NFKC").trim().toLowerCase();
  if (isRepeated(plain) || isSequence(plain)) return true;
  const ownTexts = own.flatMap((text) => text?.toLowerCase() ?? []);
  const ownLocals = ownTexts.map((text) => text.split("@")[0] ?? text);
  if ([...ownTexts, ...ownLocals].includes(plain)) return true;
  const { name, street, city, state, country } = site().facts;
  const words = new Set([...wordsIn(name, street, city, state, country), ...wordsIn(...ownTexts, ...ownLocals)]);
  if (words.has(lettersOf(plain))) return true;
  const common = await loadCommon();
  // Long common passwords are mostly short ones with digits and punctuation around them.
  return common.has(plain) || (plain.length >= 12 && common.has(plain.replace(/^\P{L}+|\P{L}+$/gu, "")));
}

/** 49,000 passwords from leaks, loaded on first use. */
function loadCommon(): Promise<Set<string>> {
  common ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => new Set(dictionary["passwords-common"]));
  return common;
}

let common: Promise<Set<string>> | undefined;

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{M}]/gu, "");
}

function wordsIn(...texts: string[]): string[] {
  return texts.flatMap((text) => {
    const words = text.toLowerCase().split(/[^\p{L}\p{M}]+/u);
    return [...words, words.join(""), words.toReversed().join("")].filter((word) => word.length > 1);
  });
}

function isRepeated(text: string): boolean {
  return /^(.+?)\1+$/su.test(text);
}

function isSequence(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}
