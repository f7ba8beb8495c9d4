const format = new Intl.ListFormat("en-GB");

/** `a, b and c`. */
export const listed = (words: readonly string[]): string => format.format(words);
