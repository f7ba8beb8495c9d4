"use client";

import { MessageSquareText } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { Fold } from "@/components/ui/fold";
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
        <Fold summary={copy.settled(counts.done)} onToggle={setIsUnfolded}>
          <div className="pt-2">{isUnfolded && <InboxMessages view="done" heading="h3" empty={null} />}</div>
        </Fold>
      )}
    </div>
  );
}
