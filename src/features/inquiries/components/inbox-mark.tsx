"use client";

import { LinkMark } from "@/components/site/link-mark";
import { api } from "@/trpc/client";
import { mark } from "../messages-mark";

/**
 * The number of messages without an answer beside their link. `counted` is from the server's render; afterwards the number is
 * that of the inbox, which asks whenever it changes something.
 */
export function InboxMark({ counted }: { counted: number | undefined }) {
  const found = api.services.countInbox.useQuery(undefined, { enabled: counted === undefined });
  const count = found.data?.open ?? counted ?? 0;
  return <LinkMark count={count} text={mark.open(count)} />;
}
