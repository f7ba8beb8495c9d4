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

/** True if the picture was removed from the site longer ago than that. */
async function wasShown(hash: string): Promise<boolean> {
  const [published, before] = await db().instituteVersion.findMany({
    where: { state: { not: "draft" } },
    orderBy: { publishedAt: "desc" },
    take: 2,
  });
  if (Date.now() - Number(published?.publishedAt) > openPages) return false;
  return before !== undefined && hashesIn(contentOf(before)).includes(hash);
}

/** A picture's file. Only administrators may see unpublished ones. @throws AppError NOT_FOUND */
export async function openPictureFile({ hash, name }: { hash: string; name: string }, principal: Principal | null) {
  const isPublic = hashesIn(await currentSite()).includes(hash);
  const isVisible = isPublic || may(principal, actions.edit) || (await wasShown(hash));
  const key = isVisible && (await findPictureFile(hash, name));
  if (!key) throw new AppError("NOT_FOUND", say("noPicture"));
  return { key, isPublic };
}
