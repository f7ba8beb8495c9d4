"use client";

import { type ReactNode, useCallback, useEffect, useState } from "react";
import { askSession } from "@/lib/session-calls";
import { NavigationProvider } from "../ui/navigation";

/**
 * The navigation of a logged-in area. Without a connection a link leaves its page open: Next would replace it by the browser's
 * error page, and Back could not fetch it again (decision 306). It says so itself, because the code of the toasts may not be
 * loaded yet.
 */
export function AreaNavigation({ children }: { children: ReactNode }) {
  const [isCut, setIsCut] = useState(false);
  const mayLeave = useCallback(async () => {
    setIsCut(false);
    const isThere = await hasConnection();
    setIsCut(!isThere);
    return isThere;
  }, []);
  useEffect(() => {
    const hide = () => setIsCut(false);
    window.addEventListener("online", hide);
    return () => window.removeEventListener("online", hide);
  }, []);
  return (
    <NavigationProvider mayLeave={mayLeave}>
      {children}
      {isCut && (
        <p
          role="alert"
          className="fixed inset-x-4 bottom-20 z-30 mx-auto max-w-form rounded-md border border-danger bg-danger-soft p-4 text-sm shadow-float md:bottom-6"
        >
          There is no connection, so this page stays open. Please try again in a moment.
        </p>
      )}
    </NavigationProvider>
  );
}

async function hasConnection(): Promise<boolean> {
  // Some browsers are wrong, and a server on the same computer needs no network.
  return (
    navigator.onLine ||
    askSession().then(
      () => true,
      () => false,
    )
  );
}
