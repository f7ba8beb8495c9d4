import "server-only";
import { siteDefaults } from "@/content/site";
import type { SiteContent } from "@/lib/site-content";
import { outsideTransaction } from "../db/transaction";
import { refreshVersions } from "../response-cache/versions";
import { site } from "./published";

/** The published content of the site, including changes by other processes up to a tenth of a second ago. */
export async function currentSite(): Promise<SiteContent> {
  await outsideTransaction(async () => refreshVersions());
  return site();
}

/** Whether the published telephone number is the institute's own. The name would not show it, since institutes share names. */
export async function hasOwnFacts(): Promise<boolean> {
  return (await currentSite()).facts.phone !== siteDefaults.facts.phone;
}
