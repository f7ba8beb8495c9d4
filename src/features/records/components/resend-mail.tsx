"use client";

import { RotateCw } from "lucide-react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
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
  /** The button is about to disappear: move the focus. */
  onDone: () => void;
};

/** Sends an email again; an error is shown below the button. */
export function ResendMail({ mail, leaves, onDone }: ResendMailProps) {
  const { _id: id, kind, recipient, state } = mail;
  const cache = api.useUtils();
  const resend = api.records.resendMail.useMutation({
    async onSuccess() {
      onDone();
      toast.success(leaves ? copy.sentAgain : mailCopy.writtenAgain);
      await cache.records.invalidate();
    },
    async onError(error) {
      if (codeOf(error) !== "NOT_FOUND") return;
      toast.error(error.message);
      await cache.records.invalidate();
    },
  });
  const start = useSingleFlight(resend);
  const label = againLabel(state, leaves);
  return (
    <div className="grid justify-items-start gap-3 md:justify-items-end">
      <Button
        variant="quiet"
        aria-label={`${label}: ${kind}, ${recipient}`}
        busy={resend.isPending}
        busyText={leaves ? copy.sendingAgain : mailCopy.writing}
        onClick={() => start({ id })}
      >
        <RotateCw aria-hidden className="size-4.5" />
        {label}
      </Button>
      {resend.isError && <Alert tone="error">{leaves ? copy.sendAgainFailed : mailCopy.writeAgainFailed}</Alert>}
    </div>
  );
}

/** The label of the button that sends or stores an email in this state. */
function againLabel(state: MailView["state"], leaves: boolean): string {
  if (state === "waiting") return copy.tryNow;
  if (!leaves) return mailCopy.writeAgain;
  return state === "held" || state === "kept" ? mailCopy.sendNow : copy.sendAgain;
}
