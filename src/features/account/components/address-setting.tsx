"use client";

import { MailCheck, MailQuestionMark } from "lucide-react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmailText } from "@/components/ui/email-text";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import type { OwnAccountView } from "../schema";
import { Setting } from "./setting";

/** The student's address, and whether it is confirmed (decision 7). */
export function AddressSetting({ account }: { account: OwnAccountView }) {
  const cache = api.useUtils();
  const resend = api.auth.resendConfirmation.useMutation({
    async onSuccess({ mailed }) {
      if (mailed) toast.success(copy.sentAgain);
      // The address was confirmed in another tab or on another device.
      else await cache.account.get.invalidate();
    },
  });
  const start = useSingleFlight(resend);
  const isOpen = account.mailed && !account.emailConfirmed;

  if (account.email === null)
    return (
      <Setting
        title={copy.address}
        hint={account.mailed ? copy.noAddressHint : copy.noAddressUnmailedHint}
        kind="value"
      >
        <p className="wrap-anywhere font-semibold">{copy.signsInWith(account.username ?? "")}</p>
      </Setting>
    );
  return (
    <Setting title={copy.address} hint={copy.addressHint} kind="value">
      <div className="grid grid-cols-1 justify-items-start gap-4 lg:justify-items-end">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 lg:justify-end">
          <p className="min-w-0 font-semibold">
            <EmailText>{account.email}</EmailText>
          </p>
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
            <Button variant="secondary" busy={resend.isPending} busyText={copy.sending} onClick={() => start()}>
              {copy.sendAgain}
            </Button>
          </>
        )}
      </div>
    </Setting>
  );
}
