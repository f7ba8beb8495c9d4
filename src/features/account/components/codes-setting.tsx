"use client";

import { ShieldCheck, ShieldOff } from "lucide-react";
import { useState } from "react";
import { PasswordDialog } from "@/components/form/password-dialog";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { takeLostFocus } from "@/components/ui/take-focus";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { codeOf, messageOf } from "@/trpc/failure";
import { copy as accountCopy, codesCopy as copy } from "../messages";
import type { CodesBegunView, OwnAccountView } from "../schema";
import { FirstCode } from "./first-code";
import { RecoveryCodes } from "./recovery-codes";
import { Setting } from "./setting";

/** Whether the account's logins on the admin side require a code of an authenticator app, and how to change it. */
export function CodesSetting({ account: { asksForCodes, demandsCodes } }: { account: OwnAccountView }) {
  const refresh = usePageRefresh();
  const cache = api.useUtils();
  const [asks, setAsks] = useState(false);
  /** Null once its form was left without recovery codes. */
  const [begun, setBegun] = useState<CodesBegunView | null>();
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>();
  const begin = api.account.beginCodes.useMutation();
  const end = api.account.endCodes.useMutation();

  /** Handles two-step login that is already on, because a response was lost or another tab turned it on. */
  async function foundOn(error: unknown) {
    if (codeOf(error) !== "CONFLICT") throw error;
    await cache.account.get.invalidate();
    refresh();
    setBegun(null);
    toast.error(messageOf(error, accountCopy.failed));
    return undefined;
  }

  async function change(password: string) {
    if (!asksForCodes) return setBegun(await begin.mutateAsync({ password }).catch(foundOn));
    await end.mutateAsync({ password });
    toast.success(copy.turnedOff);
    await cache.account.get.invalidate();
    // The other pages are closed if the institute requires two-step login.
    refresh();
  }

  const turnOffHint = demandsCodes ? copy.turnOffHintDemanded : copy.turnOffHint;
  return (
    <Setting title={copy.title} hint={copy.hint} kind={begun || recoveryCodes ? "form" : "button"}>
      {begun ? (
        <FirstCode
          begun={begun}
          onRight={(codes) => {
            setBegun(undefined);
            setRecoveryCodes(codes);
          }}
          onRefused={foundOn}
          onCancel={() => setBegun(null)}
        />
      ) : recoveryCodes ? (
        <RecoveryCodes
          codes={recoveryCodes}
          onKept={() => {
            setRecoveryCodes(undefined);
            void cache.account.get.invalidate();
            // Refresh the pages that required the second step.
            refresh();
          }}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-4">
          <Badge tone={asksForCodes ? "success" : "warning"}>
            {asksForCodes ? <ShieldCheck aria-hidden /> : <ShieldOff aria-hidden />}
            {asksForCodes ? copy.isOn : copy.isOff}
          </Badge>
          <Button ref={begun === null ? takeLostFocus : undefined} variant="secondary" onClick={() => setAsks(true)}>
            {asksForCodes ? copy.turnOff : copy.turnOn}
          </Button>
        </div>
      )}
      <PasswordDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={asksForCodes ? copy.turnOffQuestion : copy.turnOnQuestion}
        hint={asksForCodes ? turnOffHint : copy.passwordHint}
        confirmLabel={asksForCodes ? copy.turnOff : copy.begin}
        busyText={copy.working}
        variant={asksForCodes ? "danger" : "primary"}
        call={change}
      />
    </Setting>
  );
}
