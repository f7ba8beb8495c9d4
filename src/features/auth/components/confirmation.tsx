"use client";

import { Check } from "lucide-react";
import { useEffect } from "react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { NeedsScript } from "@/components/ui/needs-script";
import { useSignedIn } from "@/lib/use-signed-in";
import { api } from "@/trpc/client";
import { codeOf, messageOf } from "@/trpc/failure";
import { linkCopy } from "../messages";
import { AccountPage } from "./account-page";
import { OutcomePanel } from "./outcome-panel";

/**
 * Confirms an address once the token is read from the URL. The script does it, not the page request, because mail scanners
 * follow links and would use up the token. The button is for retries.
 */
export function Confirmation({ token }: { token: string | undefined }) {
  const confirmation = api.auth.confirmEmail.useMutation();
  const confirm = useSingleFlight(confirmation);
  const { isIdle } = confirmation;
  const signedIn = useSignedIn();

  useEffect(() => {
    if (token && isIdle) confirm({ token });
  }, [token, isIdle, confirm]);

  if (confirmation.isSuccess)
    return (
      <AccountPage title={linkCopy.confirmTitle}>
        <OutcomePanel
          icon={<Check />}
          title={linkCopy.confirmed}
          action={
            <ButtonLink href="/dashboard">
              {signedIn ? linkCopy.goOnAs(signedIn.name) : linkCopy.toDashboard}
            </ButtonLink>
          }
        >
          <p>{linkCopy.confirmedHint}</p>
        </OutcomePanel>
      </AccountPage>
    );

  const isRefused = codeOf(confirmation.error) === "BAD_REQUEST";
  return (
    <AccountPage title={linkCopy.confirmTitle} lead={isRefused ? undefined : linkCopy.confirmLead}>
      {confirmation.isError && (
        <Alert tone="error" action={isRefused && <ButtonLink href="/user/account">{linkCopy.toAccount}</ButtonLink>}>
          {messageOf(confirmation.error, linkCopy.failed)}
        </Alert>
      )}
      <NeedsScript />
      {!isRefused && (
        <Button
          size="large"
          wide
          busy={confirmation.isPending}
          busyText={linkCopy.confirming}
          onClick={() => token && confirm({ token })}
        >
          {linkCopy.confirm}
        </Button>
      )}
    </AccountPage>
  );
}
