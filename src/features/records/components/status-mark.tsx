"use client";

import { LinkMark } from "@/components/site/link-mark";
import { api } from "@/trpc/client";
import { mark } from "../messages-mark";

/** The number of parts that need attention, beside the link to the status; `counted` is from the server's render. */
export function StatusMark({ counted }: { counted: number | undefined }) {
  const found = api.records.faults.useQuery(undefined, { initialData: counted, refetchOnWindowFocus: true });
  const count = found.data ?? 0;
  return <LinkMark tone="warning" count={count} text={mark.faults(count)} />;
}
