"use client";

import { MailCheck } from "lucide-react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { confirming as copy } from "../messages-confirm";

type ConfirmFirstProps = {
  email: string;
  /** The hidden information is about the children of a guardian. */
  isOfChildren: boolean;
};

/** Shown instead of results until the address is confirmed (decision 7). */
export function ConfirmFirst({ email, isOfChildren }: ConfirmFirstProps) {
  const resend = api.auth.resendConfirmation.useMutation({
    // No email was sent, because the address was confirmed elsewhere in the meantime.
    onSuccess: ({ mailed }) => mailed || window.location.reload(),
  });
  const send = useSingleFlight(resend);

  return (
    <Card padding="roomy" className="grid min-h-96 grid-cols-1 place-content-center justify-items-center gap-6">
      <span aria-hidden className="grid size-16 place-items-center rounded-full bg-accent-soft text-accent">
        <MailCheck className="size-8" />
      </span>
      <div className="grid max-w-form grid-cols-1 gap-3 text-center">
        <h2 className="text-2xl">{copy.title}</h2>
        <p className="text-ink-soft">{isOfChildren ? copy.leadOfChildren : copy.lead}</p>
        <p className="break-words text-ink-soft">{copy.hint(email)}</p>
      </div>
      {resend.data?.mailed && <Alert tone="success">{copy.sentAgain}</Alert>}
      {resend.isError && <Alert tone="error">{messageOf(resend.error, copy.sendFailed)}</Alert>}
      <div className="flex flex-wrap justify-center gap-3">
        <Button busy={resend.isPending} busyText={copy.sendingAgain} onClick={() => send()}>
          {copy.sendAgain}
        </Button>
        <Button variant="secondary" onClick={() => window.location.reload()}>
          {copy.isConfirmed}
        </Button>
      </div>
    </Card>
  );
}
