"use client";

import { LinkMark } from "@/components/site/link-mark";
import { api } from "@/trpc/client";
import { copy } from "../messages";

/**
 * The number of unread applications beside their link; `counted` is from the server's render. Needs an ApiProvider as an
 * ancestor.
 */
export function NewMark({ counted }: { counted: number | undefined }) {
  const found = api.services.countNew.useQuery(undefined, { initialData: counted, refetchOnWindowFocus: true });
  const count = found.data ?? 0;
  return <LinkMark count={count} text={copy.newSubmissions(count)} />;
}
