"use client";

import { LogOut } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { forgetAccount } from "@/lib/account";
import { signOut } from "@/lib/session-calls";
import { countUnsent } from "@/lib/unsent";
import { copy } from "../messages";

/** Ends the session on the server and forgets it here. */
export function LogoutButton({ personId }: { personId?: string | undefined }) {
  const router = useRouter();
  const [unsent, setUnsent] = useState(0);
  const [busy, setBusy] = useState(false);

  function ask() {
    const waiting = personId === undefined ? 0 : countUnsent(personId);
    if (waiting > 0) setUnsent(waiting);
    else void logout();
  }

  async function logout() {
    setBusy(true);
    try {
      await signOut();
      forgetAccount();
      toast.success(copy.loggedOut);
      router.push("/");
      router.refresh();
    } catch (error) {
      console.error(error);
      toast.error(copy.logoutFailed);
      setBusy(false);
    }
  }

  return (
    <>
      <Button variant="quiet" wide busy={busy} onClick={ask}>
        <LogOut aria-hidden className="size-5" />
        Logout
      </Button>
      <Dialog
        open={unsent > 0}
        onOpenChange={(next) => !next && setUnsent(0)}
        title={copy.unsentTitle}
        description={copy.unsent(unsent)}
        confirmLabel={copy.logOutAnyway}
        confirmVariant="primary"
        cancelLabel={copy.stay}
        busy={busy}
        onConfirm={() => {
          setUnsent(0);
          void logout();
        }}
      />
    </>
  );
}
