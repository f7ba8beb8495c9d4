"use client";

import { LogOut } from "lucide-react";
import { useRouter } from "next/navigation";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { useOneAtATime } from "@/lib/one-at-a-time";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { accountCopy as copy } from "../copy";
import { forgetSession } from "./session-calls";
import { Setting } from "./setting";

/** Ends every session of the person, this one too. */
export function SessionsSetting() {
  const router = useRouter();
  const ending = useOneAtATime();
  const signOut = api.auth.signOutEverywhere.useMutation({
    networkMode: "always",
    async onSuccess() {
      await forgetSession();
      toast.success(copy.signedOut);
      router.push("/login");
      router.refresh();
    },
    onError(error) {
      console.error(error);
      ending.end();
    },
  });

  return (
    <Setting title={copy.sessions} hint={copy.sessionsHint}>
      <div className="grid justify-items-start gap-4">
        {signOut.isError && <Alert tone="error">{messageOf(signOut.error, copy.failed)}</Alert>}
        <Button
          variant="secondary"
          busy={signOut.isPending || signOut.isSuccess}
          busyText={copy.signingOut}
          onClick={() => ending.begin() && signOut.mutate()}
        >
          <LogOut aria-hidden className="size-5" />
          {copy.signOut}
        </Button>
      </div>
    </Setting>
  );
}
