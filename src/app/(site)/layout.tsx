import type { ReactNode } from "react";
import { SiteShell } from "@/components/site/site-shell";
import { currentSeason } from "../current-season";
import { AccountButton } from "../navigation/account-button";
import { PageOrSkeleton } from "../page-or-skeleton";

export default async function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <SiteShell account={<AccountButton />} season={await currentSeason()}>
      <PageOrSkeleton>{children}</PageOrSkeleton>
    </SiteShell>
  );
}
