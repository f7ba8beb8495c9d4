/** The list index after a key press, wrapping around; undefined for other keys and empty lists. */
export function stepFrom(key: string, from: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "ArrowDown") return (from + 1) % count;
  if (key === "ArrowUp") return (from - 1 + count) % count;
  return undefined;
}

/** The pages whose names contain all of the words. */
export function pagesNamed<Page extends { label: string }>(pages: readonly Page[], search: string): Page[] {
  const words = search.toLowerCase().split(/\s+/u).filter(Boolean);
  if (words.length === 0) return [];
  return pages.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}
