import { env } from "@/env";

/** Where the site is, for those who need the whole address: search engines and social previews. */
export function siteAddress(): URL {
  return new URL(env().APP_URL ?? `http://localhost:${env().PORT}`);
}
