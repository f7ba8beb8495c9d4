/** The name of a subject or exam as it is compared: NFKC, lower case, single spaces. */
export function nameKey(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}

export const subjectKey = nameKey;
