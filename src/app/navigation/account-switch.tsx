"use client";

import { useRouter } from "next/navigation";
import { lazy, type ReactNode, Suspense, useEffect } from "react";
import { mayBeLoggedIn, useAccount } from "@/lib/account";

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
  const isKnown = account !== null;

  useEffect(() => {
    if (!isKnown && !mayBeLoggedIn()) return;
    let stop: (() => void) | undefined;
    let isLeft = false;
    // Visitors need none of this code.
    void import("@/features/auth/components/watch-session").then(
      ({ watchSession }) => {
        if (isLeft) return;
        const watch = watchSession({
          isWorthAsking: mayBeLoggedIn,
          onAnswer(found) {
            // The router may still hold pages of the session that has ended.
            if (!found) router.refresh();
          },
        });
        watch.confirm();
        stop = watch.stop;
      },
      (error: unknown) => console.warn(error),
    );
    return () => {
      isLeft = true;
      stop?.();
    };
  }, [isKnown, router]);

  if (!account) return visitor;
  return (
    <Suspense fallback={loading}>
      <DashboardButton account={account} />
    </Suspense>
  );
}
