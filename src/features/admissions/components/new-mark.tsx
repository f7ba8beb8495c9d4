"use client";

import { LinkMark } from "@/components/site/link-mark";
import { api } from "@/trpc/client";
import { copy } from "../messages";

/**
 * How many applications nobody has opened, beside the link to them; `counted` is what the server found for the page.
 * Needs an ApiProvider round it.
 */
export function NewMark({ counted }: { counted: number | undefined }) {
  const found = api.services.countNew.useQuery(undefined, { initialData: counted, refetchOnWindowFocus: true });
  const count = found.data ?? 0;
  return <LinkMark count={count} text={copy.newSubmissions(count)} />;
}
