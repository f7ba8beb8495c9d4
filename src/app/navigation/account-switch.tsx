"use client";

import { useRouter } from "next/navigation";
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { type Account, mayBeLoggedIn, useAccount } from "@/lib/account";

type DashboardProps = { account: Account; loading: ReactNode };

// Loaded lazily: most visitors are not logged in and have no panel. If it cannot be loaded, the placeholder stays.
const DashboardButton = lazy<ComponentType<DashboardProps>>(() =>
  import("./dashboard-button").catch(() => ({ default: ({ loading }) => loading })),
);

type AccountSwitchProps = {
  visitor: ReactNode;
  /** A placeholder for the dashboard button until its code is loaded. */
  loading: ReactNode;
};

/**
 * Starts with the server's version for visitors, unless the browser remembers an account. Then shows that first, and
 * confirms it with the server in the background.
 */
export function AccountSwitch({ visitor, loading }: AccountSwitchProps) {
  const account = useAccount();
  const router = useRouter();
  const [wasKnown, setWasKnown] = useState(false);
  if (account && !wasKnown) setWasKnown(true);

  useEffect(() => {
    if (!wasKnown && !mayBeLoggedIn()) return;
    let stop: (() => void) | undefined;
    let isLeft = false;
    let personId: string | undefined;
    // Visitors need none of this code.
    void import("@/features/auth/components/watch-session").then(
      ({ watchSession }) => {
        if (isLeft) return;
        const watch = watchSession({
          isWorthAsking: mayBeLoggedIn,
          onAnswer(found, foundId) {
            // The router may have cached pages of the previous session.
            if (!found || (personId !== undefined && foundId !== personId)) router.refresh();
            personId = foundId;
          },
          onLogout: () => router.refresh(),
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
  }, [wasKnown, router]);

  if (!account) return visitor;
  return (
    <Suspense fallback={loading}>
      <DashboardButton account={account} loading={loading} />
    </Suspense>
  );
}
