import type { MetadataRoute } from "next";
import { siteAddress } from "./site-address";

// The address is a setting of the running site, unknown while it is built.
export const dynamic = "force-dynamic";

const pages = [
  ...["/", "/services", "/study-materials", "/show-schedule", "/about", "/story", "/blog", "/contact"],
  ...["/careers", "/privacy", "/terms"],
];

export default function sitemap(): MetadataRoute.Sitemap {
  return pages.map((page) => ({ url: new URL(page, siteAddress()).href }));
}
