/** The list index after a key press, wrapping around from `from` (-1 for none); undefined for other keys and empty lists. */
export function stepFrom(key: string, from: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "ArrowDown") return (from + 1) % count;
  if (key === "ArrowUp") return from <= 0 ? count - 1 : from - 1;
  return undefined;
}
