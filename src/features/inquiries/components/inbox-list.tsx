"use client";

import { MessageSquareText } from "lucide-react";
import { useState } from "react";
import { useAddress } from "@/components/table/address";
import { Views } from "@/components/table/views";
import { EmptyState } from "@/components/ui/empty-state";
import { lazily } from "@/components/ui/lazily";
import { ListFrame } from "@/components/ui/list-frame";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { inboxCopy } from "../messages-inbox";
import { inboxViewAt } from "../rules-inbox";
import { type InboxMessageView, inboxViews } from "../schema-inbox";
import { InboxMessage } from "./inbox-message";

const AnswerMessage = lazily(() => import("./answer-message").then((module) => module.AnswerMessage));

/** The contact messages that are open or done. */
export function InboxList() {
  const { choices } = useAddress();
  const view = inboxViewAt(choices.view);
  // Not stored in the row, which may leave the list while the answer is written.
  const [answering, setAnswering] = useState<InboxMessageView>();
  const { data: counts } = api.services.countInbox.useQuery();
  const list = api.services.inbox.useInfiniteQuery(
    { view, limit: 20 },
    { getNextPageParam: (page) => page.nextCursor },
  );
  const messages = list.data?.pages.flatMap((page) => page.items);
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
      <ListFrame
        list={list}
        count={messages?.length}
        loading={copy.messagesLoading}
        failed={copy.messagesFailed}
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
      >
        <ul className="grid grid-cols-1 divide-y divide-line rounded-lg border border-line bg-surface">
          {messages?.map((message) => (
            <InboxMessage key={message._id} message={message} onAnswer={() => setAnswering(message)} />
          ))}
        </ul>
      </ListFrame>
      {answering && <AnswerMessage id={answering._id} name={answering.name} onClose={() => setAnswering(undefined)} />}
    </div>
  );
}
