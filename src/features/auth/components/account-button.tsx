"use client";

import { lazy, Suspense } from "react";
import { ButtonLink } from "@/components/ui/button-link";
import { useAccount } from "@/lib/account";

// Visitors have no panel, and most people here are visitors.
const DashboardButton = lazy(() =>
  import("./dashboard-button").then((module) => ({ default: module.DashboardButton })),
);

/** Register for visitors; for who is logged in, the button that opens the side panel (spec §2). */
export function AccountButton() {
  const account = useAccount();
  if (!account) return <ButtonLink href="/login">Register</ButtonLink>;
  return (
    <Suspense fallback={<ButtonLink href="/dashboard">Dashboard</ButtonLink>}>
      <DashboardButton account={account} />
    </Suspense>
  );
}
