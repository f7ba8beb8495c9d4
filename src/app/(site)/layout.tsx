import type { ReactNode } from "react";
import { SiteShell } from "@/components/site/site-shell";
import { shownSite } from "@/http/site";
import { currentSeason } from "../current-season";
import { AccountButton } from "../navigation/account-button";
import { PageOrSkeleton } from "../page-or-skeleton";

export default async function SiteLayout({ children }: { children: ReactNode }) {
  const [{ season, isOpen }, { facts }] = await Promise.all([currentSeason(), shownSite()]);
  return (
    <SiteShell account={<AccountButton />} season={isOpen ? season : null} facts={facts}>
      <PageOrSkeleton>{children}</PageOrSkeleton>
    </SiteShell>
  );
}
