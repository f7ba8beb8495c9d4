import type { MetadataRoute } from "next";
import { pages } from "@/features/pages";
import { siteAddress } from "./site-address";

// The address is a setting of the running site, unknown while it is built.
export const dynamic = "force-dynamic";

// Below these paths there is nothing for visitors.
const areas = new Set(pages.filter(({ area }) => area !== "site").map(({ path }) => `/${path.split("/")[1]}`));

export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: "*", allow: "/", disallow: [...areas, "/api/"] },
    sitemap: new URL("/sitemap.xml", siteAddress()).href,
  };
}
