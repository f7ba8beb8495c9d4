import "server-only";
import { institute } from "@/content/institute";
import { prefetch, publicCaller } from "@/http/page-session";

/** The season for admissions, as shown on public pages, and whether any class takes applications now. */
export async function currentSeason() {
  const found = await prefetch("season", () => publicCaller().settings.season());
  return found ?? { season: institute.session, isOpen: true };
}
