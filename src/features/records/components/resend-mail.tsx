"use client";

import { RotateCw } from "lucide-react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { codeOf } from "@/trpc/failure";
import { copy } from "../messages";
import type { MailView } from "../schema";
import { mailCopy } from "./mail-messages";

type ResendMailProps = {
  mail: MailView;
  /** A mail server is configured; otherwise emails are stored as files. */
  leaves: boolean;
  /** It could not be done, or is being tried again: the row says so, where there is room. */
  onRefused: (isRefused: boolean) => void;
  /** The button is about to disappear: move the focus. */
  onDone: () => void;
};

/** Sends an email again. Between a phone and a wide screen the button is an icon. */
export function ResendMail({ mail, leaves, onRefused, onDone }: ResendMailProps) {
  const { _id: id, kind, recipient, state } = mail;
  const cache = api.useUtils();
  const resend = api.records.resendMail.useMutation({
    onMutate: () => onRefused(false),
    async onSuccess() {
      onDone();
      toast.success(leaves ? copy.sentAgain : mailCopy.writtenAgain);
      await cache.records.invalidate();
    },
    async onError(error) {
      if (codeOf(error) !== "NOT_FOUND") return onRefused(true);
      toast.error(error.message);
      await cache.records.invalidate();
    },
  });
  const start = useSingleFlight(resend);
  const label = againLabel(state, leaves);
  return (
    <Button
      variant="quiet"
      size="small"
      title={label}
      aria-label={`${label}: ${kind}, ${recipient}`}
      busy={resend.isPending}
      onClick={() => start({ id })}
    >
      {!resend.isPending && <RotateCw aria-hidden className="size-4" />}
      <span className="whitespace-nowrap md:hidden xl:inline">{label}</span>
    </Button>
  );
}

/** The label of the button that sends or stores an email in this state. */
function againLabel(state: MailView["state"], leaves: boolean): string {
  if (state === "waiting") return copy.tryNow;
  if (!leaves) return mailCopy.writeAgain;
  return state === "held" || state === "kept" ? mailCopy.sendNow : copy.sendAgain;
}
