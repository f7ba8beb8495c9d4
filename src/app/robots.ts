import type { MetadataRoute } from "next";
import { pages } from "@/features/pages";
import { siteAddress } from "./site-address";

// The site's address is a run-time setting, unknown during the build.
export const dynamic = "force-dynamic";

// There is nothing for visitors below these paths.
const areas = new Set(pages.filter(({ area }) => area !== "site").map(({ path }) => `/${path.split("/")[1]}`));

export default function robots(): MetadataRoute.Robots {
  return {
    // Calendar programs that obey this read the feeds, too.
    rules: { userAgent: "*", allow: ["/", "/api/calendar/"], disallow: [...areas, "/api/"] },
    sitemap: new URL("/sitemap.xml", siteAddress()).href,
  };
}
