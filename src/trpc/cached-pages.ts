import type { InfiniteData } from "@tanstack/react-query";
import { useEffect } from "react";

type Kept = { data: InfiniteData<never, string | undefined>; at: number };

/** In milliseconds: as long as somebody may come back to a list and find all that was loaded of it. */
const longest = 10 * 60_000;

const most = 6;

// For lists that are the same for everyone: it outlives a login.
const left = new Map<string, Kept>();

const keyOf = (list: string, input: object) => `${list} ${JSON.stringify(input)}`;

type Pages = InfiniteData<unknown, string | undefined>;

/** Keeps what was loaded of a public list for anyone who comes back to it; nothing while `data` is undefined. */
export function useCachedPages(list: string, input: object, data: Pages | undefined): void {
  const key = keyOf(list, input);
  useEffect(() => {
    if (!data) return;
    left.delete(key);
    left.set(key, { data: data as Kept["data"], at: Date.now() });
    for (const oldest of [...left.keys()].slice(0, -most)) left.delete(oldest);
  }, [key, data]);
}

/**
 * The options of a query that begins with the pages that were kept, else with the first one, which the server found. If the
 * server found another one than was kept, the list has changed since.
 */
export function cachedPages<Page>(list: string, input: object, first: Page | undefined, cursor?: string) {
  const kept = left.get(keyOf(list, input));
  const [begins] = kept?.data.pages ?? [];
  const isSame = first === undefined || JSON.stringify(first) === JSON.stringify(begins);
  if (kept && isSame && Date.now() - kept.at < longest) {
    const initialData = kept.data as InfiniteData<Page, string | undefined>;
    // Where the server has said nothing, it is asked behind what is shown.
    return { initialData, initialDataUpdatedAt: first === undefined ? 0 : kept.at };
  }
  return first && { initialData: { pages: [first], pageParams: [cursor] } };
}
