"use client";

import { RotateCw } from "lucide-react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { useOneAtATime } from "@/lib/one-at-a-time";
import { api } from "@/trpc/client";
import { copy } from "../copy";
import type { MailSummary } from "../schema";
import { DropHeld } from "./drop-held";
import { mailCopy } from "./mail-copy";

/** What can be done to many mails at once: those that failed, and those that a restore has held back. */
export function MailActions({ summary: { failed, held, folder } }: { summary: MailSummary }) {
  const cache = api.useUtils();
  const sending = useOneAtATime();
  const resend = api.records.resendMails.useMutation({
    onSettled: sending.end,
    onError: (error) => console.error(error),
    async onSuccess({ count }) {
      toast.success(folder ? mailCopy.allWrittenAgain(count) : mailCopy.allSentAgain(count));
      await cache.records.invalidate();
    },
  });
  const isBusy = (state: "failed" | "held") => resend.isPending && resend.variables.state === state;
  if (failed + held === 0) return null;
  return (
    <div className="grid grid-cols-1 gap-4">
      {held > 0 && (
        <Alert
          tone="info"
          title={mailCopy.heldTitle(held)}
          action={
            <div className="flex flex-wrap gap-3">
              <Button
                busy={isBusy("held")}
                busyText={copy.sendingAgain}
                onClick={() => sending.begin() && resend.mutate({ state: "held" })}
              >
                {mailCopy.sendAllNow}
              </Button>
              <DropHeld count={held} />
            </div>
          }
        >
          <p>{mailCopy.heldText}</p>
        </Alert>
      )}
      {failed > 0 && (
        <div className="justify-self-start">
          <Button
            variant="secondary"
            busy={isBusy("failed")}
            busyText={copy.sendingAgain}
            onClick={() => sending.begin() && resend.mutate({ state: "failed" })}
          >
            <RotateCw aria-hidden className="size-4.5" />
            {mailCopy.sendAllAgain(failed)}
          </Button>
        </div>
      )}
      {resend.isError && <Alert tone="error">{mailCopy.dropFailed}</Alert>}
    </div>
  );
}
