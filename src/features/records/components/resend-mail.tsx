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
  /** Mail leaves this site; otherwise it is written as a file. */
  leaves: boolean;
  /** The button is about to leave; the focus needs another place. */
  onDone: () => void;
};

/** Sends a mail again; when that fails, it says so below the button. */
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
        variant="secondary"
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

/** What the button says that has a mail of this state leave, or be written where no mail leaves. */
function againLabel(state: MailView["state"], leaves: boolean): string {
  if (state === "waiting") return copy.tryNow;
  if (!leaves) return mailCopy.writeAgain;
  return state === "held" || state === "kept" ? mailCopy.sendNow : copy.sendAgain;
}
