const languages = [
  [/\p{Script=Arabic}/u, "ar"],
  [/\p{Script=Devanagari}/u, "hi"],
  [/\p{Script=Bengali}/u, "bn"],
  [/\p{Script=Gujarati}/u, "gu"],
  [/\p{Script=Gurmukhi}/u, "pa"],
  [/\p{Script=Kannada}/u, "kn"],
  [/\p{Script=Malayalam}/u, "ml"],
  [/\p{Script=Tamil}/u, "ta"],
  [/\p{Script=Telugu}/u, "te"],
] as const;

/** The language of a text, by its script, for anyone who has it read aloud; that of the institute for any other. */
export function languageOf(text: string): string {
  return languages.find(([script]) => script.test(text))?.[1] ?? "en";
}

/** A text with its language, as documents take it. */
export const named = (text: string) => ({ text, lang: languageOf(text) });
