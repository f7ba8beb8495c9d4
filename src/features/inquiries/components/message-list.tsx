"use client";

import { ChevronDown, MessageSquareText } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { inboxCopy } from "../messages-inbox";
import { InboxMessages } from "./inbox-messages";

/** The contact messages for the administrator (decisions 25 and 313). Needs an ApiProvider as an ancestor. */
export function MessageList() {
  const { data: counts } = api.services.countInbox.useQuery();
  const [isUnfolded, setIsUnfolded] = useState(false);
  const isFresh = counts && counts.open + counts.done === 0;
  return (
    <div className="grid grid-cols-1 gap-3">
      <InboxMessages
        view="open"
        heading="h3"
        empty={
          isFresh ? (
            <EmptyState icon={<MessageSquareText />} title={copy.messagesEmpty} hint={copy.messagesEmptyHint} />
          ) : (
            <p className="text-ink-soft">{inboxCopy.nothingWaits}</p>
          )
        }
      />
      {counts && (counts.done > 0 || isUnfolded) && (
        <details className="group/done" onToggle={(event) => setIsUnfolded(event.currentTarget.open)}>
          <summary className="flex min-h-11 w-fit list-none items-center gap-2 rounded-sm font-semibold text-sm [&::-webkit-details-marker]:hidden">
            <span className="figures">{copy.settled(counts.done)}</span>
            <ChevronDown aria-hidden className="size-4.5 transition-transform group-open/done:rotate-180" />
          </summary>
          <div className="pt-2">{isUnfolded && <InboxMessages view="done" heading="h3" empty={null} />}</div>
        </details>
      )}
    </div>
  );
}
