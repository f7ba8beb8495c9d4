"use client";

import { LinkMark } from "@/components/site/link-mark";
import { api } from "@/trpc/client";
import { mark } from "../messages-mark";

/**
 * The number of open messages, beside the link to the inbox. `counted` is from the server's render; later the number comes from
 * the inbox, which reloads it after each change.
 */
export function InboxMark({ counted }: { counted: number | undefined }) {
  const found = api.services.countInbox.useQuery(undefined, { enabled: counted === undefined });
  const count = found.data?.open ?? counted ?? 0;
  return <LinkMark count={count} text={mark.open(count)} />;
}
