"use client";

import { LinkMark } from "@/components/site/link-mark";
import { api } from "@/trpc/client";
import { mark } from "../messages-mark";
import type { WaitingCounts } from "../schema-desk";

/**
 * The number of applications whose answer is late, else of unopened ones, beside their link; `counted` is from the server's
 * render. Needs an ApiProvider as an ancestor.
 */
export function NewMark({ counted }: { counted: WaitingCounts | undefined }) {
  const found = api.services.countWaiting.useQuery(undefined, { initialData: counted, refetchOnWindowFocus: true });
  const { overdue, unopened } = found.data ?? { overdue: 0, unopened: 0 };
  const text = mark.waits({ overdue, unopened });
  return overdue > 0 ? (
    <LinkMark tone="danger" count={overdue} text={text} />
  ) : (
    <LinkMark count={unopened} text={text} />
  );
}
