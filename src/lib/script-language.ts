const languages = [
  // Arabic also changes the direction, which the first letter decides, as with dir="auto".
  [/^\P{L}*(?=\p{L})\p{Script=Arabic}/u, "ar"],
  [/\p{Script=Devanagari}/u, "hi"],
  [/\p{Script=Bengali}/u, "bn"],
  [/\p{Script=Gujarati}/u, "gu"],
  [/\p{Script=Gurmukhi}/u, "pa"],
  [/\p{Script=Kannada}/u, "kn"],
  [/\p{Script=Malayalam}/u, "ml"],
  [/\p{Script=Tamil}/u, "ta"],
  [/\p{Script=Telugu}/u, "te"],
] as const;

/** The language of a text by its script, for screen readers; the language of the institute for other scripts. */
export function languageOf(text: string): string {
  return languages.find(([script]) => script.test(text))?.[1] ?? "en";
}

const letters = new Intl.Segmenter("en");

/** Where a long run of letters may be broken: documents break lines only at spaces. */
const withBreaks = (run: string) =>
  Array.from(letters.segment(run), ({ segment }, index) => (index % 5 === 4 ? `${segment}\u200b` : segment)).join("");

/** A text with its language, for documents. */
export const named = (text: string) => ({
  text: text.replaceAll(/\S{21,}/gu, withBreaks),
  lang: languageOf(text),
});
