import type { ReactNode } from "react";
import { SiteShell } from "@/components/site/site-shell";
import { shownSite } from "@/http/site";
import { currentSeason } from "../current-season";
import { AccountButton } from "../navigation/account-button";
import { PageOrSkeleton } from "../page-or-skeleton";

export default async function SiteLayout({ children }: { children: ReactNode }) {
  const [season, { facts }] = await Promise.all([currentSeason(), shownSite()]);
  return (
    <SiteShell account={<AccountButton />} season={season} facts={facts}>
      <PageOrSkeleton>{children}</PageOrSkeleton>
    </SiteShell>
  );
}
