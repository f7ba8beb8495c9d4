"use client";

import { LogOut } from "lucide-react";
import { useRouter } from "next/navigation";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import { forgetSession } from "./forget-session";
import { Setting } from "./setting";

/** Ends all sessions of the person, including this one. */
export function SessionsSetting() {
  const router = useRouter();
  const signOut = api.account.signOutEverywhere.useMutation({
    async onSuccess() {
      await forgetSession();
      toast.success(copy.signedOut);
      router.push("/login");
      router.refresh();
    },
  });
  const start = useSingleFlight(signOut);

  return (
    <Setting title={copy.sessions} hint={copy.sessionsHint}>
      <div className="grid justify-items-start gap-4">
        {signOut.isError && <Alert tone="error">{messageOf(signOut.error, copy.failed)}</Alert>}
        <Button
          variant="secondary"
          busy={signOut.isPending || signOut.isSuccess}
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
