import "server-only";
import type { SiteContent } from "@/lib/site-content";
import { outsideTransaction } from "../db/transaction";
import { refreshVersions } from "../response-cache/versions";
import { site } from "./published";

/** What the institute says of itself now, with what another process has published in the last tenth of a second. */
export async function currentSite(): Promise<SiteContent> {
  await outsideTransaction(async () => refreshVersions());
  return site();
}
