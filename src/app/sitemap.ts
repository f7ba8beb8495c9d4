import type { MetadataRoute } from "next";
import { pages } from "@/features/pages";
import { siteAddress } from "./site-address";

// The address is a setting of the running site, unknown while it is built.
export const dynamic = "force-dynamic";

export default function sitemap(): MetadataRoute.Sitemap {
  return pages.filter(({ listed }) => listed).map(({ path }) => ({ url: new URL(path, siteAddress()).href }));
}
