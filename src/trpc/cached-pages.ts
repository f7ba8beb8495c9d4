import type { InfiniteData } from "@tanstack/react-query";
import { useEffect } from "react";

type Kept = { data: InfiniteData<never, string | undefined>; at: number };

/** How long loaded pages are kept, in milliseconds. */
const longest = 10 * 60_000;

const most = 6;

// Only for public lists: the cache survives login and logout.
const left = new Map<string, Kept>();

const keyOf = (list: string, input: object) => `${list} ${JSON.stringify(input)}`;

type Pages = InfiniteData<unknown, string | undefined>;

/** Caches the loaded pages of a public list for when the visitor returns to it; does nothing while `data` is undefined. */
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
 * The initial data of an infinite query: the cached pages, or only the first page, which the server has rendered. If these two
 * differ, the list has changed and the cached pages are not used.
 */
export function cachedPages<Page>(list: string, input: object, first: Page | undefined, cursor?: string) {
  const kept = left.get(keyOf(list, input));
  const [begins] = kept?.data.pages ?? [];
  const isSame = first === undefined || JSON.stringify(first) === JSON.stringify(begins);
  if (kept && isSame && Date.now() - kept.at < longest) {
    const initialData = kept.data as InfiniteData<Page, string | undefined>;
    // If the server has rendered nothing, refetch in the background.
    return { initialData, initialDataUpdatedAt: first === undefined ? 0 : kept.at };
  }
  return first && { initialData: { pages: [first], pageParams: [cursor] } };
}
