import "server-only";
import { AppError } from "@/lib/errors";
import { may } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { hashesIn } from "@/lib/site-pictures";
import { db } from "@/server/db/client";
import { findPictureFile } from "@/server/institute/pictures";
import { currentSite } from "@/server/institute/site";
import { contentOf } from "./data";
import { say } from "./messages";
import { actions } from "./rules";

/** How long an open page can still load pictures that were replaced. */
const openPages = 60 * 60 * 1000;

/** True if the picture was on the site within that time. */
async function wasShown(hash: string): Promise<boolean> {
  const published = { state: { not: "draft" } } as const;
  const since = new Date(Date.now() - openPages);
  const recent = await db().instituteVersion.count({ where: { ...published, publishedAt: { gt: since } } });
  if (recent === 0) return false;
  // Each of these has replaced the one before it.
  const shown = await db().instituteVersion.findMany({
    where: published,
    orderBy: { publishedAt: "desc" },
    take: recent + 1,
  });
  return shown.some((version) => hashesIn(contentOf(version)).includes(hash));
}

/** A picture's file. Only administrators may see unpublished ones. @throws AppError NOT_FOUND */
export async function openPictureFile({ hash, name }: { hash: string; name: string }, principal: Principal | null) {
  const isPublic = hashesIn(await currentSite()).includes(hash);
  const isVisible = isPublic || may(principal, actions.edit) || (await wasShown(hash));
  const key = isVisible && (await findPictureFile(hash, name));
  if (!key) throw new AppError("NOT_FOUND", say("noPicture"));
  return { key, isPublic };
}
