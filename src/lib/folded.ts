export const apostrophes = /['’‘ʼ´`]/g;

/** The text with one kind of apostrophe and of hyphen: phones type others than keyboards. */
export const plainMarks = (text: string): string => text.replace(apostrophes, "'").replace(/\p{Pd}/gu, "-");

/** A name as it is compared: one spelling of each letter, apostrophe and hyphen, single spaces, letters of any size. */
export function foldedName(name: string): string {
  return plainMarks(name)
    .normalize("NFC")
    .replace(/[\u200b-\u200d\ufeff]/g, "")
    .trim()
    .replace(/\s+/gu, " ")
    .toLowerCase();
}

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
