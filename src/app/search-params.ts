/** The query string of a page. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** The parameters that are given once. */
export async function textsOf(searchParams: SearchParams): Promise<Record<string, string>> {
  const texts = Object.entries(await searchParams).filter((one): one is [string, string] => typeof one[1] === "string");
  return Object.fromEntries(texts);
}
