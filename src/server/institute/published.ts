import "server-only";
import { siteDefaults } from "@/content/site";
import type { SiteContent } from "@/lib/site-content";
import { sql } from "../db/client";
import { Prisma } from "../generated/prisma/client";
import { processState } from "../process-state";

const shared = processState<{ lyceumSite?: SiteContent }>();

/** The published content of the site as this process last read it, or the defaults. */
export function site(): SiteContent {
  return shared.lyceumSite ?? siteDefaults;
}

/** Reads the published content. A section that this version of the product has added gets its default. */
export async function loadSite(): Promise<void> {
  const [row] = await sql<{ content: Partial<SiteContent> }>(
    Prisma.sql`select content from institute_versions where state = 'published'`,
  );
  shared.lyceumSite = withDefaults(row?.content ?? {});
}

/** Stored content merged over the defaults, section by section. */
export function withDefaults(content: Partial<SiteContent>): SiteContent {
  const { facts, home, about, story, careers, ...lists } = siteDefaults;
  return {
    ...lists,
    ...content,
    facts: { ...facts, ...content.facts },
    home: { ...home, ...content.home },
    about: { ...about, ...content.about },
    story: { ...story, ...content.story },
    careers: { ...careers, ...content.careers },
  };
}
