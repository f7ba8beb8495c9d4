"use client";

import type { ReactNode } from "react";
import { askSession } from "@/lib/session-calls";
import { NavigationProvider } from "../ui/navigation";
import { toast } from "../ui/toast";

/**
 * The navigation of a logged-in area. Without a connection a link leaves its page open: Next would replace it by the browser's
 * error page, and Back could not fetch it again (decision 306).
 */
export function AreaNavigation({ children }: { children: ReactNode }) {
  return <NavigationProvider mayLeave={hasConnection}>{children}</NavigationProvider>;
}

/** Whether a link can be followed; tells the person if not. */
async function hasConnection(): Promise<boolean> {
  if (navigator.onLine) return true;
  // Some browsers are wrong, and a server on the same computer needs no network.
  const isThere = await askSession().then(
    () => true,
    () => false,
  );
  if (!isThere) toast.error("There is no connection, so this page stays open. Please try again in a moment.");
  return isThere;
}
