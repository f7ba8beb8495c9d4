"use client";

import { LinkMark } from "@/components/site/link-mark";
import { api } from "@/trpc/client";
import { copy } from "../messages";

/**
 * The number of new results beside their link (decision 16); `counted` is from the server's render. Needs an ApiProvider as
 * an ancestor.
 */
export function UnreadMark({ counted }: { counted: number | undefined }) {
  const unread = api.results.unread.useQuery(undefined, { initialData: counted, refetchOnWindowFocus: true });
  const count = unread.data ?? 0;
  return <LinkMark count={count} text={copy.unread(count)} />;
}
