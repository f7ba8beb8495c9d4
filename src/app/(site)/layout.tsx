import type { ReactNode } from "react";
import { SiteShell } from "@/components/site/site-shell";
import { AccountButton } from "../navigation/account-button";
import { PageOrSkeleton } from "../page-or-skeleton";

export default function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <SiteShell account={<AccountButton />}>
      <PageOrSkeleton>{children}</PageOrSkeleton>
    </SiteShell>
  );
}
