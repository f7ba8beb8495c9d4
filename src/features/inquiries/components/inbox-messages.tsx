"use client";

import { type ReactNode, useState } from "react";
import { lazily } from "@/components/ui/lazily";
import { ListFrame } from "@/components/ui/list-frame";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import type { InboxMessageView, InboxView } from "../schema-inbox";
import { InboxMessage } from "./inbox-message";

const AnswerMessage = lazily(() => import("./answer-message").then((module) => module.AnswerMessage));

type InboxMessagesProps = { view: InboxView; heading: "h2" | "h3"; empty: ReactNode };

/** The contact messages of a view, with their answers and what can be done with them. */
export function InboxMessages({ view, heading, empty }: InboxMessagesProps) {
  // Not stored in the row, which may leave the list while the answer is written.
  const [answering, setAnswering] = useState<InboxMessageView>();
  const list = api.services.inbox.useInfiniteQuery(
    { view, limit: 20 },
    { getNextPageParam: (page) => page.nextCursor },
  );
  const messages = list.data?.pages.flatMap((page) => page.items);
  return (
    <>
      <ListFrame
        list={list}
        count={messages?.length}
        loading={copy.messagesLoading}
        failed={copy.messagesFailed}
        empty={empty}
      >
        <ul className="grid grid-cols-1 divide-y divide-line rounded-lg border border-line bg-surface">
          {messages?.map((message) => (
            <InboxMessage
              key={message._id}
              message={message}
              heading={heading}
              onAnswer={() => setAnswering(message)}
            />
          ))}
        </ul>
      </ListFrame>
      {answering && <AnswerMessage id={answering._id} name={answering.name} onClose={() => setAnswering(undefined)} />}
    </>
  );
}
