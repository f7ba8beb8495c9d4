import type { MetadataRoute } from "next";
import { pages } from "@/features/pages";
import { siteAddress } from "./site-address";

// The site's address is a run-time setting, unknown during the build.
export const dynamic = "force-dynamic";

export default function sitemap(): MetadataRoute.Sitemap {
  return pages.filter(({ listed }) => listed).map(({ path }) => ({ url: new URL(path, siteAddress()).href }));
}
