/** The classes of the school, 1 to 12 (spec §9). */
export const classes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;

/** Reads `7`, `"7"` and `"Class 7"` as 7 (decision 10); undefined for anything else. */
export function classOf(value: unknown): number | undefined {
  if (typeof value !== "number" && typeof value !== "string") return undefined;
  const digits = /^(?:class\s+)?(\d{1,2})$/i.exec(String(value).trim())?.[1];
  const number = Number(digits);
  return digits !== undefined && number >= 1 && number <= 12 ? number : undefined;
}
