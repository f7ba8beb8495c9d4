"use client";

import { LogOut } from "lucide-react";
import { useRouter } from "next/navigation";
import { lazy, Suspense, useState } from "react";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { forgetAtLogout } from "@/lib/logout";
import { signOut } from "@/lib/session-calls";
import { countUnsent, forgetDrafts } from "@/lib/unsent";
import { leaving as copy } from "../messages-leaving";

// Loaded lazily, because it is rarely needed.
const loadQuestion = () => import("./unsent-question");
const UnsentQuestion = lazy(() => loadQuestion().then((module) => ({ default: module.UnsentQuestion })));

/** Ends the session on the server, and clears it in the browser. `personId` is missing on public pages, which do not know the person. */
export function LogoutButton({ personId }: { personId?: string | undefined }) {
  const router = useRouter();
  const [unsent, setUnsent] = useState(0);
  const [busy, setBusy] = useState(false);

  function ask() {
    const waiting = countUnsent(personId);
    if (waiting === 0) return void logout();
    // Offline, neither the question nor the logout is possible.
    loadQuestion().then(
      () => setUnsent(waiting),
      () => toast.error(copy.logoutFailed),
    );
  }

  async function logout(then?: () => void) {
    setUnsent(0);
    setBusy(true);
    try {
      await signOut();
      forgetAtLogout();
      forgetDrafts();
      then?.();
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
      {unsent > 0 && (
        <Suspense>
          <UnsentQuestion count={unsent} personId={personId} onStay={() => setUnsent(0)} onLogout={logout} />
        </Suspense>
      )}
    </>
  );
}
