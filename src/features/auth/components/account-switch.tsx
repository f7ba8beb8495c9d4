"use client";

import { useRouter } from "next/navigation";
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { mayBeLoggedIn, useAccount } from "@/lib/account";
import { watchSession } from "./watch-session";

// Visitors have no panel, and most people here are visitors.
const DashboardButton = lazy(() =>
  import("./dashboard-button").then((module) => ({ default: module.DashboardButton })),
);

type AccountSwitchProps = {
  visitor: ReactNode;
  /** In place of the dashboard button until its code is here. */
  loading: ReactNode;
};

/**
 * Shows what the server drew for visitors, unless the browser believes someone to be logged in. That belief paints first; the
 * server confirms it in the background.
 */
export function AccountSwitch({ visitor, loading }: AccountSwitchProps) {
  const account = useAccount();
  const router = useRouter();

  useEffect(() => {
    const watch = watchSession({
      isWorthAsking: mayBeLoggedIn,
      onAnswer(found) {
        // The router may still hold pages of the session that has ended.
        if (!found) router.refresh();
      },
    });
    watch.confirm();
    return watch.stop;
  }, [router]);

  if (!account) return visitor;
  return (
    <Suspense fallback={loading}>
      <DashboardButton account={account} />
    </Suspense>
  );
}
