"use client";

import { MessageSquareText } from "lucide-react";
import { useAddress } from "@/components/table/address";
import { Views } from "@/components/table/views";
import { EmptyState } from "@/components/ui/empty-state";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { inboxCopy } from "../messages-inbox";
import { inboxViewAt } from "../rules-inbox";
import { inboxViews } from "../schema-inbox";
import { InboxMessages } from "./inbox-messages";

/** The contact messages that are open or done. */
export function InboxList() {
  const { choices } = useAddress();
  const view = inboxViewAt(choices.view);
  const { data: counts } = api.services.countInbox.useQuery();
  const isFresh = counts && counts.open + counts.done === 0;
  return (
    <div className="grid grid-cols-1 gap-3">
      <Views
        label={copy.messagesTitle}
        chosen={view === "open" ? "" : view}
        filters={[]}
        views={inboxViews.map((one) => ({
          value: one === "open" ? "" : one,
          label: inboxCopy.views[one],
          count: counts?.[one],
        }))}
      />
      <InboxMessages
        view={view}
        heading="h2"
        empty={
          isFresh || view === "done" ? (
            <EmptyState
              icon={<MessageSquareText />}
              title={isFresh ? copy.messagesEmpty : inboxCopy.noneDone}
              hint={isFresh ? copy.messagesEmptyHint : inboxCopy.noneDoneHint}
            />
          ) : (
            <p className="py-4 text-ink-soft">{inboxCopy.nothingWaits}</p>
          )
        }
      />
    </div>
  );
}
