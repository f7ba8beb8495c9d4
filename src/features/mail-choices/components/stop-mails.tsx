"use client";

import type { ReactNode } from "react";
import { DonePanel } from "@/components/form/done-panel";
import { useLinkToken } from "@/components/form/use-fragment";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { NeedsScript } from "@/components/ui/needs-script";
import { api } from "@/trpc/client";
import { codeOf, messageOf } from "@/trpc/failure";
import { copy } from "../messages";

/** Unsubscribes by the link in an email; only the button does it, not opening the page. */
export function StopMails() {
  const token = useLinkToken();
  const stopping = api.mailChoices.stop.useMutation();
  const stop = useSingleFlight(stopping);
  const toAccount = <ButtonLink href="/user/account">{copy.toAccount}</ButtonLink>;
  if (stopping.isSuccess) {
    return (
      <Frame>
        <DonePanel title={copy.stopped} hint={copy.stoppedHint} action={toAccount} />
      </Frame>
    );
  }
  const isRefused = ["NOT_FOUND", "BAD_REQUEST"].includes(codeOf(stopping.error) ?? "");
  return (
    <Frame>
      {token !== null && !isRefused && <p className="text-ink-soft">{copy.stopLead}</p>}
      {token === null && (
        <Alert tone="error" action={toAccount}>
          {copy.incomplete}
        </Alert>
      )}
      {stopping.isError && (
        <Alert tone="error" action={isRefused && toAccount}>
          {messageOf(stopping.error, copy.failed)}
        </Alert>
      )}
      <NeedsScript />
      {token !== null && !isRefused && (
        <Button
          size="large"
          wide
          busy={stopping.isPending}
          busyText={copy.stopping}
          onClick={() => token && stop({ token })}
        >
          {copy.stop}
        </Button>
      )}
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="page grid justify-items-center py-5 sm:py-16">
      <Card padding="none" className="grid w-full max-w-form grid-cols-1 gap-6 p-5 sm:p-9">
        <h1 className="text-2xl">{copy.stopTitle}</h1>
        {children}
      </Card>
    </div>
  );
}
