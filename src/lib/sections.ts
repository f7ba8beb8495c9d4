/** Sections as they are typed: `A, B`. */
export function sectionsOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}
