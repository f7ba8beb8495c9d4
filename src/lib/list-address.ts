/** The choices in the address of a list, by parameter. */
export type Choices = Readonly<Record<string, string>>;

/** Reads a page number; anything else is the first page. */
export const pageAsked = (text: unknown): number => (/^[1-9]\d{0,3}$/.test(String(text)) ? Number(text) : 1);

/** Reads an id; undefined for anything else. */
export const idAsked = (text: unknown): string | undefined =>
  typeof text === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : undefined;

/** Reads a search text, cut to the length that the server accepts. */
export const searchAsked = ({ q = "" }: Choices): string => q.trim().slice(0, 100);

/** The query string of a list with only the named parameters, for the pages of its rows. */
export function queryWith(choices: Choices, names: readonly string[]): string {
  const kept = names.flatMap((name): [string, string][] => (choices[name] ? [[name, choices[name]]] : []));
  return kept.length === 0 ? "" : `?${new URLSearchParams(kept)}`;
}
