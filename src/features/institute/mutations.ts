import "server-only";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import type { SiteContent } from "@/lib/site-content";
import { record } from "@/server/audit/audit";
import { type Transaction, transaction } from "@/server/db/client";
import { takeLock } from "@/server/db/locks";
import { invalidate } from "@/server/response-cache/versions";
import { baseOf, changedSections, contentOf, getEdited } from "./data";
import { say } from "./messages";
import { requirePictures } from "./mutations-pictures";
import { versionsKept } from "./rules";
import type { DraftInput, EditedView, SectionInput, Seen, TakeBackInput, VersionInput } from "./schema";

/** Changes the draft under a lock, if it is still the one that was seen. @throws AppError CONFLICT */
function changeDraft(
  { seen, base }: Seen,
  change: (tx: Transaction, rows: { draft: SiteContent | null; published: SiteContent }) => Promise<void>,
): Promise<EditedView> {
  return transaction(async (tx) => {
    await takeLock(tx, "institute");
    const rows = await tx.instituteVersion.findMany({ where: { state: { in: ["draft", "published"] } } });
    const draft = rows.find(({ state }) => state === "draft");
    const isSeen = (draft?.rowVersion ?? null) === seen && (base ?? baseOf(rows)) === baseOf(rows);
    if (!isSeen) throw new AppError("CONFLICT", say("changedMeanwhile"));
    const published = contentOf(rows.find(({ state }) => state === "published"));
    await change(tx, { draft: draft ? contentOf(draft) : null, published });
    return getEdited();
  });
}

async function writeDraft(tx: Transaction, content: SiteContent, by: Principal): Promise<void> {
  await requirePictures(tx, content);
  const { count } = await tx.instituteVersion.updateMany({
    where: { state: "draft" },
    data: { content, rowVersion: { increment: 1 } },
  });
  if (count === 0) await tx.instituteVersion.create({ data: { content, createdById: by.userId } });
}

/** Saves one section of the draft; the first change copies the published content. @throws AppError CONFLICT */
export function saveSection({ section, value, ...seen }: SectionInput, by: Principal): Promise<EditedView> {
  return changeDraft(seen, async (tx, { draft, published }) => {
    await writeDraft(tx, { ...(draft ?? published), [section]: value }, by);
    await record(tx, { action: "institute-edited", by, detail: { section } });
  });
}

/** Resets one section of the draft to the published one. @throws AppError CONFLICT */
export function takeBack({ section, ...seen }: TakeBackInput, by: Principal): Promise<EditedView> {
  return changeDraft(seen, async (tx, { draft, published }) => {
    const content = { ...(draft ?? published), [section]: published[section] };
    if (changedSections(published, content).length > 0) await writeDraft(tx, content, by);
    else await tx.instituteVersion.deleteMany({ where: { state: "draft" } });
    await record(tx, { action: "institute-edited", by, detail: { section } });
  });
}

/** Deletes the draft. @throws AppError CONFLICT */
export function discardDraft(seen: DraftInput, by: Principal): Promise<EditedView> {
  return changeDraft(seen, async (tx) => {
    await tx.instituteVersion.deleteMany({ where: { state: "draft" } });
    await record(tx, { action: "institute-draft-discarded", by });
  });
}

/** Publishes the draft and keeps the former version. @throws AppError CONFLICT */
export async function publishDraft(seen: DraftInput, by: Principal): Promise<EditedView> {
  const edited = await changeDraft(seen, async (tx, { draft, published }) => {
    if (!draft || changedSections(published, draft).length === 0) {
      throw new AppError("CONFLICT", say("nothingToPublish"));
    }
    await tx.instituteVersion.updateMany({ where: { state: "published" }, data: { state: "earlier" } });
    const signed = { state: "published", publishedAt: new Date(), publishedById: by.userId } as const;
    await tx.instituteVersion.updateMany({ where: { state: "draft" }, data: signed });
    const kept = await tx.instituteVersion.findMany({
      where: { state: "earlier" },
      orderBy: { publishedAt: "desc" },
      take: versionsKept,
      select: { id: true },
    });
    await tx.instituteVersion.deleteMany({ where: { state: "earlier", id: { notIn: kept.map(({ id }) => id) } } });
    await record(tx, { action: "institute-published", by });
  });
  invalidate();
  return edited;
}

/** Restores an earlier version as the draft. @throws AppError CONFLICT, NOT_FOUND */
export function bringBack({ id, ...seen }: VersionInput, by: Principal): Promise<EditedView> {
  return changeDraft(seen, async (tx) => {
    const row = await tx.instituteVersion.findFirst({ where: { id, state: "earlier" } });
    if (!row) throw new AppError("NOT_FOUND", say("noVersion"));
    await writeDraft(tx, contentOf(row), by);
    await record(tx, { action: "institute-brought-back", by });
  });
}
