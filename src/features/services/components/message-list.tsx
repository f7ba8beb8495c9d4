"use client";

import { MessageSquareText } from "lucide-react";
import { useEffect } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PrintedPart } from "@/components/ui/printed-part";
import { Skeleton } from "@/components/ui/skeleton";
import { institute } from "@/content/institute";
import { shownMoment } from "@/lib/dates";
import { api } from "@/trpc/client";
import { copy } from "../copy";
import type { MessageView } from "../schema";

/** What visitors wrote on the contact page, for the administrator (decision 25). Needs an ApiProvider round it. */
export function MessageList() {
  const list = api.services.listMessages.useInfiniteQuery(
    { limit: 20 },
    { getNextPageParam: (page) => page.nextCursor ?? undefined },
  );
  useEffect(() => {
    if (list.error) console.error(list.error);
  }, [list.error]);
  const messages = list.data?.pages.flatMap((page) => page.items);

  if (list.isError && !messages) {
    return (
      <Alert
        tone="error"
        action={
          <Button variant="secondary" busy={list.isFetching} onClick={() => void list.refetch()}>
            {copy.tryAgain}
          </Button>
        }
      >
        {copy.messagesFailed}
      </Alert>
    );
  }
  if (!messages) {
    return (
      <div role="status" aria-label={copy.messagesLoading} className="grid gap-4">
        <Skeleton className="h-36" />
        <Skeleton className="h-36" />
      </div>
    );
  }
  if (messages.length === 0) {
    return <EmptyState icon={<MessageSquareText />} title={copy.messagesEmpty} hint={copy.messagesEmptyHint} />;
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      <ul className="grid grid-cols-1 gap-4">
        {messages.map((message) => (
          <Message key={message._id} message={message} />
        ))}
      </ul>
      {list.hasNextPage && <PrintedPart shown={messages.length} />}
      {list.hasNextPage && (
        <div className="justify-self-center print:hidden">
          <Button variant="secondary" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {copy.showMore}
          </Button>
        </div>
      )}
    </div>
  );
}

function Message({ message }: { message: MessageView }) {
  const { name, email, phone, createdAt } = message;
  return (
    <Card as="li" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 className="min-w-0 break-words text-lg">{name}</h3>
        <time dateTime={createdAt.toISOString()} className="figures text-ink-soft text-sm">
          {shownMoment(createdAt, institute.timeZone)}
        </time>
      </div>
      <p className="max-w-text whitespace-pre-line break-words">{message.message}</p>
      <dl className="flex flex-wrap gap-x-8 gap-y-1 border-line border-t pt-3 text-sm">
        <div className="flex min-w-0 items-center gap-2">
          <dt className="text-ink-soft">Email</dt>
          <dd className="min-w-0 break-words">
            <a href={`mailto:${email}`} className="link wrap-anywhere inline-flex min-h-11 items-center">
              {email}
            </a>
          </dd>
        </div>
        <div className="flex min-w-0 items-center gap-2">
          <dt className="text-ink-soft">Phone</dt>
          <dd className="figures min-w-0 break-words">
            {phone ? (
              <a href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`} className="link inline-flex min-h-11 items-center">
                {phone}
              </a>
            ) : (
              copy.noPhone
            )}
          </dd>
        </div>
      </dl>
    </Card>
  );
}
