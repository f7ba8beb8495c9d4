"use client";

import { LinkMark } from "@/components/site/link-mark";
import { api } from "@/trpc/client";
import { copy } from "../messages";

/**
 * How many new results there are, beside the link to them (decision 16); `counted` is what the server found for the page.
 * Needs an ApiProvider round it.
 */
export function UnreadMark({ counted }: { counted: number | undefined }) {
  const unread = api.results.unread.useQuery(undefined, { initialData: counted, refetchOnWindowFocus: true });
  const count = unread.data ?? 0;
  return <LinkMark count={count} text={copy.unread(count)} />;
}
