import { env } from "@/env";

/**
 * The absolute address of the site, for search engines and social previews. Without the setting it is unknown, and the same
 * placeholder in every process, because any of them may render a page.
 */
export function siteAddress(): URL {
  return new URL(env().APP_URL ?? "http://localhost:3000");
}
