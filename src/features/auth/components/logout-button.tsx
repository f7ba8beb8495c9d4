"use client";

import { LogOut } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { forgetAccount } from "@/lib/account";
import { signOut } from "@/lib/session-calls";
import { copy } from "../messages";

/** Ends the session on the server and forgets it here. */
export function LogoutButton() {
  const router = useRouter();
  const [busy, setBusy] = useState(false);

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
    <Button variant="quiet" wide busy={busy} onClick={logout}>
      <LogOut aria-hidden className="size-5" />
      Logout
    </Button>
  );
}
