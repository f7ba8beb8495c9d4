/** Maximum number of results of one kind. */
export const mostOfKind = 6;

/** The pages whose names contain all of the words. */
export function pagesNamed<Page extends { label: string }>(pages: readonly Page[], search: string): Page[] {
  const words = search.toLowerCase().split(/\s+/u).filter(Boolean);
  if (words.length === 0) return [];
  return pages.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}
