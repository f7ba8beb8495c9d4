"use client";

import { RotateCw } from "lucide-react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import type { MailFilterInput, MailSummary } from "../schema";
import { DropHeld } from "./drop-held";
import { mailCopy, resentInWords } from "./mail-messages";

type MailActionsProps = {
  summary: MailSummary;
  filter: MailFilterInput;
  /** The numbers are still those of another filter. */
  isOld: boolean;
};

/** Bulk actions on emails of the filtered list that failed or were held back after a restore. */
export function MailActions({ summary: { failed, held, folder }, filter, isOld }: MailActionsProps) {
  const cache = api.useUtils();
  const resend = api.records.resendMails.useMutation({
    async onSuccess(resent) {
      toast.success(resentInWords(resent, folder !== null));
      await cache.records.invalidate();
    },
  });
  const start = useSingleFlight(resend);
  const isBusy = (state: "failed" | "held") => resend.isPending && resend.variables.state === state;
  const busyText = folder ? mailCopy.writing : copy.sendingAgain;
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
                busyText={busyText}
                disabled={isOld}
                onClick={() => start({ state: "held", ...filter })}
              >
                {folder ? mailCopy.writeAllNow : mailCopy.sendAllNow}
              </Button>
              <DropHeld count={held} filter={filter} isOld={isOld} />
            </div>
          }
        >
          <p>{folder ? mailCopy.heldTextOfFolder : mailCopy.heldText}</p>
        </Alert>
      )}
      {failed > 0 && (
        <div className="justify-self-start">
          <Button
            variant="secondary"
            busy={isBusy("failed")}
            busyText={busyText}
            disabled={isOld}
            onClick={() => start({ state: "failed", ...filter })}
          >
            <RotateCw aria-hidden className="size-4.5" />
            {folder ? mailCopy.writeAllAgain(failed) : mailCopy.sendAllAgain(failed)}
          </Button>
        </div>
      )}
      {resend.isError && <Alert tone="error">{mailCopy.dropFailed}</Alert>}
    </div>
  );
}
