import "server-only";
import { isDeepStrictEqual } from "node:util";
import { type SiteContent, type SiteSection, siteSections } from "@/lib/site-content";
import { db } from "@/server/db/client";
import { withDefaults } from "@/server/institute/published";
import { versionsKept } from "./rules";
import { changesBetween } from "./rules-changes";
import type { EditedView } from "./schema";

type Stored = { content: unknown };

/** The content of a stored version; the defaults if there is none. */
export const contentOf = (row: Stored | null | undefined): SiteContent =>
  withDefaults((row?.content ?? {}) as Partial<SiteContent>);

/** A text that identifies the published version and the draft among rows. */
export const baseOf = (rows: readonly { id: string; state: string }[]): string =>
  ["published", "draft"].map((state) => rows.find((row) => row.state === state)?.id).join(" ");

/** The sections that differ between two contents. */
export const changedSections = (before: SiteContent, after: SiteContent): SiteSection[] =>
  siteSections.filter((section) => !isDeepStrictEqual(before[section], after[section]));

/** The content being edited, and the published one. */
export async function getEdited(): Promise<EditedView> {
  const rows = await db().instituteVersion.findMany({
    include: { publishedBy: { select: { name: true } } },
    orderBy: { publishedAt: { sort: "desc", nulls: "first" } },
    take: versionsKept + 2,
  });
  const draft = rows.find(({ state }) => state === "draft");
  const published = rows.find(({ state }) => state === "published");
  const changed = draft ? changedSections(contentOf(published), contentOf(draft)) : [];
  const signed = ({ publishedAt, publishedBy }: (typeof rows)[number]) =>
    publishedAt ? { at: publishedAt, by: publishedBy?.name ?? null } : null;
  return {
    content: contentOf(draft ?? published),
    draft: draft?.rowVersion ?? null,
    base: baseOf(rows),
    changed,
    own: changedSections(contentOf(null), contentOf(published)),
    changes: draft ? changesBetween(contentOf(published), contentOf(draft), changed) : [],
    published: published ? signed(published) : null,
    versions: rows.flatMap((row) => {
      const by = row.state === "earlier" && signed(row);
      return by ? [{ _id: row.id, ...by }] : [];
    }),
  };
}
