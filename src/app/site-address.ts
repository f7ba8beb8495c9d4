import { env } from "@/env";

/**
 * Where the site is, for those who need the whole address: search engines and social previews. Unless the setting says so,
 * nobody knows: the same word in every process, since pages are made by any of them.
 */
export function siteAddress(): URL {
  return new URL(env().APP_URL ?? "http://localhost:3000");
}
