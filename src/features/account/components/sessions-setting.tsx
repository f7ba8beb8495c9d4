"use client";

import { LogOut } from "lucide-react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { api } from "@/trpc/client";
import { codeOf, messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import { Setting } from "./setting";
import { useLastAct } from "./use-last-act";

/** Ends all sessions of the person, including this one. */
export function SessionsSetting() {
  const { leave, leftAfter } = useLastAct("/login");
  const signOut = api.account.signOutEverywhere.useMutation({
    meta: { handlesSessionEnd: true },
    onSuccess: () => leave(copy.signedOut),
    onError: (error) => leftAfter(error, copy.signedOut),
  });
  const isOver = signOut.isSuccess || codeOf(signOut.error) === "UNAUTHORIZED";
  const start = useSingleFlight(signOut);

  return (
    <Setting title={copy.sessions} hint={copy.sessionsHint}>
      <div className="grid grid-cols-1 justify-items-start gap-4">
        {signOut.isError && !isOver && <Alert tone="error">{messageOf(signOut.error, copy.failed)}</Alert>}
        <Button
          variant="secondary"
          busy={signOut.isPending || isOver}
          busyText={copy.signingOut}
          onClick={() => start()}
        >
          <LogOut aria-hidden className="size-5" />
          {copy.signOut}
        </Button>
      </div>
    </Setting>
  );
}
