"use client";

import { LinkMark } from "@/components/site/link-mark";
import { api } from "@/trpc/client";
import { mark } from "../messages-mark";

/** The number of unread notices beside their link; `counted` is from the server's render. */
export function NoticesMark({ counted }: { counted: number | undefined }) {
  const found = api.notices.unread.useQuery(undefined, {
    ...(counted !== undefined && { initialData: { unread: counted } }),
    refetchOnWindowFocus: true,
  });
  const unread = found.data?.unread ?? 0;
  return <LinkMark count={unread} text={mark.unread(unread)} />;
}
