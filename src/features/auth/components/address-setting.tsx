"use client";

import { MailCheck, MailQuestionMark } from "lucide-react";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { useOneAtATime } from "@/lib/one-at-a-time";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { accountCopy as copy } from "../copy";
import type { OwnAccountView } from "../schema";
import { Setting } from "./setting";

/** The student's address, and whether it is known to be the student's own (decision 7). */
export function AddressSetting({ account }: { account: OwnAccountView }) {
  const cache = api.useUtils();
  const sending = useOneAtATime();
  const resend = api.auth.resendConfirmation.useMutation({
    networkMode: "always",
    onSettled: sending.end,
    async onSuccess({ mailed }) {
      if (mailed) toast.success(copy.sentAgain);
      // It was confirmed meanwhile, in another tab or on another device.
      else await cache.auth.account.invalidate();
    },
    onError: (error) => console.error(error),
  });
  const isOpen = account.mailed && !account.emailConfirmed;

  return (
    <Setting title={copy.address} hint={copy.addressHint}>
      <div className="grid justify-items-start gap-4">
        <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
          <p className="break-all font-semibold">{account.email}</p>
          {account.emailConfirmed && (
            <Badge tone="success">
              <MailCheck aria-hidden />
              {copy.confirmed}
            </Badge>
          )}
          {isOpen && (
            <Badge tone="neutral">
              <MailQuestionMark aria-hidden />
              {copy.notConfirmed}
            </Badge>
          )}
        </div>
        {isOpen && (
          <>
            <p className="text-ink-soft text-sm">{copy.confirmHint}</p>
            {resend.isError && <Alert tone="error">{messageOf(resend.error, copy.failed)}</Alert>}
            <Button
              variant="secondary"
              busy={resend.isPending}
              busyText={copy.sending}
              onClick={() => sending.begin() && resend.mutate()}
            >
              {copy.sendAgain}
            </Button>
          </>
        )}
      </div>
    </Setting>
  );
}
