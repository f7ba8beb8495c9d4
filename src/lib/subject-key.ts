/** The name of a subject, or of an exam, as it is compared: NFKC, lower case, single spaces. */
export function subjectKey(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}
