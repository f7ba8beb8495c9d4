import type { MetadataRoute } from "next";
import { siteAddress } from "./site-address";

// The address is a setting of the running site, unknown while it is built.
export const dynamic = "force-dynamic";

export default function robots(): MetadataRoute.Robots {
  return {
    rules: { userAgent: "*", allow: "/", disallow: ["/admin", "/user", "/dashboard", "/api/"] },
    sitemap: new URL("/sitemap.xml", siteAddress()).href,
  };
}
