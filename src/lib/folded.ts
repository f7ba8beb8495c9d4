export const apostrophes = /['’‘ʼ´`]/g;

/** The text with one kind of apostrophe and of hyphen: phones and keyboards type different ones. */
export const plainMarks = (text: string): string => text.replace(apostrophes, "'").replace(/\p{Pd}/gu, "-");

/** Characters that join letters or keep them apart, which people leave out when they type a name. */
export const joiners = "\u200b\u200c\u200d\ufeff";

/** A text as it is searched: one spelling of each letter, without joiners, regardless of case, with `i` for the lower case of `İ`. */
export const folded = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/[\u200b-\u200d\ufeff]/g, "")
    .toLowerCase()
    .replaceAll("i\u0307", "i");

/** A name as it is compared: {@link folded}, with one kind of apostrophe and of hyphen, and single spaces. */
export const foldedName = (name: string): string => folded(plainMarks(name)).trim().replace(/\s+/gu, " ");

/** The words of a name by which people are compared: folded, of at least three letters. */
export const wordsOfName = (name: string): string[] => foldedName(name).match(/[\p{L}\p{M}]{3,}/gu) ?? [];

/** The head of a column as it is compared: `Father's Mobile No.` is `father mobile no`. */
export function foldedHead(head: string): string {
  return head
    .normalize("NFKC")
    .toLowerCase()
    .replace(/['’]s\b/g, "")
    .replace(/[^\p{L}\p{M}\p{N}&]+/gu, " ")
    .trim();
}
