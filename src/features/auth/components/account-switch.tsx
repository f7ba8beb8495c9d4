"use client";

import { lazy, type ReactNode, Suspense } from "react";
import { useAccount } from "@/lib/account";

// Visitors have no panel, and most people here are visitors.
const DashboardButton = lazy(() =>
  import("./dashboard-button").then((module) => ({ default: module.DashboardButton })),
);

type AccountSwitchProps = {
  visitor: ReactNode;
  /** In place of the dashboard button until its code is here. */
  loading: ReactNode;
};

/** Shows what the server drew for visitors, unless the browser believes someone to be logged in. */
export function AccountSwitch({ visitor, loading }: AccountSwitchProps) {
  const account = useAccount();
  if (!account) return visitor;
  return (
    <Suspense fallback={loading}>
      <DashboardButton account={account} />
    </Suspense>
  );
}
