import "server-only";
import { institute } from "@/content/institute";
import { prefetch, publicCaller } from "@/http/page-session";

/** The season that admission is open for, as the public pages show it. */
export async function currentSeason(): Promise<string> {
  const found = await prefetch("season", () => publicCaller().settings.season());
  return found?.season ?? institute.session;
}
