"use client";

import { Button } from "@/components/ui/button";
import { Moment } from "@/components/ui/clock";
import { EmailText } from "@/components/ui/email-text";
import { PhoneText } from "@/components/ui/phone-text";
import { passFocusOn } from "@/components/ui/take-focus";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { inboxCopy } from "../messages-inbox";
import type { InboxMessageView } from "../schema-inbox";

type InboxMessageProps = { message: InboxMessageView; heading: "h2" | "h3"; onAnswer: () => void };

export function InboxMessage({ message, heading: Heading, onAnswer }: InboxMessageProps) {
  const { name, email, phone, createdAt, message: text, answer } = message;
  return (
    <li tabIndex={-1} className="flex min-w-0 flex-col gap-x-8 gap-y-2 px-4 py-4 sm:px-5 md:flex-row">
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-4 text-sm md:w-80 md:shrink-0 md:flex-col">
        <Heading className="wrap-anywhere w-full min-w-0 text-base">{name}</Heading>
        <p className="text-ink-soft text-xs">
          <Moment at={createdAt} />
        </p>
        <a href={`mailto:${email}`} className="link inline-flex min-h-11 min-w-0 max-w-full items-center dense:min-h-8">
          <EmailText>{email}</EmailText>
        </a>
        {phone && (
          <span className="inline-flex min-h-11 flex-wrap items-center gap-x-1 dense:min-h-8">
            <PhoneText text={phone} />
          </span>
        )}
      </div>
      <div className="grid min-w-0 grow grid-cols-1 content-start gap-3">
        <p className="wrap-anywhere max-w-text whitespace-pre-line">{text}</p>
        {answer && (
          <p className="wrap-anywhere w-fit max-w-text whitespace-pre-line rounded-md bg-sunken px-3 py-2">{answer}</p>
        )}
        <Outcome message={message} onAnswer={onAnswer} />
      </div>
    </li>
  );
}

function Outcome({ message, onAnswer }: Omit<InboxMessageProps, "heading">) {
  const { _id: id, answeredAt, answeredBy, doneAt, doneBy, canTakeBack } = message;
  const { services } = api.useUtils();
  const refresh = () => {
    void services.inbox.invalidate();
    void services.countInbox.invalidate();
  };
  const onError = (error: unknown) => {
    toast.error(messageOf(error, inboxCopy.failed));
    refresh();
  };
  const finish = api.services.finishMessage.useMutation({ onSuccess: refresh, onError });
  const takeBack = api.services.takeAnswerBack.useMutation({
    onSuccess() {
      toast.success(inboxCopy.takenBack);
      refresh();
    },
    onError,
  });
  const isBusy = finish.isPending || takeBack.isPending;
  const at = answeredAt ?? doneAt;
  const who = (answeredAt ? answeredBy : doneBy) ?? inboxCopy.somebody;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {at && (
        <p className="me-auto text-ink-soft text-sm">
          {answeredAt ? inboxCopy.answeredBy(who) : inboxCopy.doneBy(who)} <Moment at={at} />
        </p>
      )}
      {!answeredAt && (
        <Button ref={passFocusOn} size="small" variant="secondary" onClick={onAnswer}>
          {inboxCopy.answer}
        </Button>
      )}
      {canTakeBack && (
        <Button
          ref={passFocusOn}
          size="small"
          variant="secondary"
          busy={isBusy}
          onClick={() => isBusy || takeBack.mutate({ id })}
        >
          {inboxCopy.takeBack}
        </Button>
      )}
      {!answeredAt && (
        <Button
          ref={passFocusOn}
          size="small"
          variant="quiet"
          busy={isBusy}
          onClick={() => isBusy || finish.mutate({ id, isDone: doneAt === null })}
        >
          {doneAt ? inboxCopy.reopen : inboxCopy.done}
        </Button>
      )}
    </div>
  );
}
