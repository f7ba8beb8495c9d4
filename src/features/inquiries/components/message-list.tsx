"use client";

import { ChevronDown, MessageSquareText } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Moment } from "@/components/ui/clock";
import { EmailText } from "@/components/ui/email-text";
import { EmptyState } from "@/components/ui/empty-state";
import { ListFrame } from "@/components/ui/list-frame";
import { PhoneText } from "@/components/ui/phone-text";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { inboxCopy } from "../messages-inbox";
import { messageStateOf } from "../rules";
import type { MessageView } from "../schema";
import type { InboxView } from "../schema-inbox";

/** The contact messages for the administrator (decisions 25 and 313). Needs an ApiProvider as an ancestor. */
export function MessageList() {
  const { data: counts } = api.services.countInbox.useQuery();
  const [isUnfolded, setIsUnfolded] = useState(false);
  const isFresh = counts && counts.open + counts.done === 0;
  return (
    <div className="grid grid-cols-1 gap-3">
      <Messages
        view="open"
        empty={
          isFresh ? (
            <EmptyState icon={<MessageSquareText />} title={copy.messagesEmpty} hint={copy.messagesEmptyHint} />
          ) : (
            <p className="text-ink-soft">{inboxCopy.nothingWaits}</p>
          )
        }
      />
      {counts && counts.done > 0 && (
        <details className="group/done" onToggle={(event) => setIsUnfolded(event.currentTarget.open)}>
          <summary className="flex min-h-11 w-fit list-none items-center gap-2 rounded-sm font-semibold text-sm [&::-webkit-details-marker]:hidden">
            <span className="figures">{copy.settled(counts.done)}</span>
            <ChevronDown aria-hidden className="size-4.5 transition-transform group-open/done:rotate-180" />
          </summary>
          <div className="pt-2">{isUnfolded && <Messages view="done" empty={null} />}</div>
        </details>
      )}
    </div>
  );
}

function Messages({ view, empty }: { view: InboxView; empty: ReactNode }) {
  const list = api.services.inbox.useInfiniteQuery(
    { view, limit: 20 },
    { getNextPageParam: (page) => page.nextCursor },
  );
  const messages = list.data?.pages.flatMap((page) => page.items);
  return (
    <ListFrame
      list={list}
      count={messages?.length}
      loading={copy.messagesLoading}
      failed={copy.messagesFailed}
      empty={empty}
    >
      <ul className="grid grid-cols-1 divide-y divide-line rounded-lg border border-line bg-surface">
        {messages?.map((message) => (
          <Message key={message._id} message={message} />
        ))}
      </ul>
    </ListFrame>
  );
}

const tones = { open: "warning", answered: "success", done: "neutral" } as const;

function Message({ message }: { message: MessageView }) {
  const { name, email, phone, createdAt } = message;
  const state = messageStateOf(message);
  return (
    <li className="grid min-w-0 grid-cols-1 gap-1 px-4 py-3 sm:px-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
          <h3 className="wrap-anywhere min-w-0 text-base">{name}</h3>
          <Badge tone={tones[state]}>{copy.states[state]}</Badge>
        </div>
        <span className="text-ink-soft text-sm">
          <Moment at={createdAt} />
        </span>
      </div>
      <p className="max-w-text whitespace-pre-line break-words">{message.message}</p>
      <dl className="flex flex-wrap gap-x-8 gap-y-1 text-sm">
        <div className="flex min-w-0 items-center gap-2">
          <dt className="text-ink-soft">Email</dt>
          <dd className="min-w-0">
            <a href={`mailto:${email}`} className="link inline-flex min-h-11 items-center dense:min-h-8">
              <EmailText>{email}</EmailText>
            </a>
          </dd>
        </div>
        {phone && (
          <div className="flex min-w-0 items-center gap-2">
            <dt className="text-ink-soft">Phone</dt>
            <dd className="figures min-w-0 break-words">
              <PhoneText text={phone} className="link inline-flex min-h-11 items-center dense:min-h-8" />
            </dd>
          </div>
        )}
      </dl>
    </li>
  );
}
