import "server-only";
import { AppError } from "@/lib/errors";
import { may } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { db } from "@/server/db/client";
import type { Prisma } from "@/server/generated/prisma/client";
import { blocksIn, fileHref, getToRead } from "./data";
import { getOwn } from "./data-own";
import { say } from "./messages";
import { actions } from "./rules";
import type { OwnNoticeView, PublicNoticeView, PublicPageInput } from "./schema";

const publicAt = (now: Date) =>
  ({
    state: "published",
    audiences: { some: { kind: "public" } },
    OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
  }) satisfies Prisma.NoticeWhereInput;

/** The page of a public notice in the order of {@link listPublic}; undefined if it is not public. */
async function pageWith(id: string, limit: number, now: Date): Promise<number | undefined> {
  const row = await db().notice.findFirst({ where: { id, ...publicAt(now) } });
  if (!row) return undefined;
  const { pinned, publishedAt } = row;
  const later = publishedAt ? [{ publishedAt: { gt: publishedAt } }] : [];
  const before = [
    ...(pinned ? [] : [{ pinned: true }]),
    { pinned, OR: [...later, { publishedAt, id: { gt: id } }] },
  ] satisfies Prisma.NoticeWhereInput[];
  const place = await db().notice.count({ where: { AND: [publicAt(now), { OR: before }] } });
  return Math.floor(place / limit) + 1;
}

/** Public notices, pinned ones first, then newest first: the page asked for, or the one with a given notice. */
export async function listPublic({ page: asked, limit, notice }: PublicPageInput, now: Date) {
  const where = publicAt(now);
  const page = (notice && (await pageWith(notice, limit, now))) || asked;
  const [rows, total] = await Promise.all([
    db().notice.findMany({
      where,
      include: { files: { orderBy: { addedAt: "asc" } }, versions: { orderBy: { version: "desc" }, take: 1 } },
      orderBy: [{ pinned: "desc" }, { publishedAt: "desc" }, { id: "desc" }],
      take: limit,
      skip: (page - 1) * limit,
    }),
    db().notice.count({ where }),
  ]);
  const items = rows.map((row): PublicNoticeView => {
    const { id, title, body, publishedAt, pinned, files } = row;
    const [changed] = row.versions;
    return {
      _id: id,
      title,
      blocks: blocksIn(body),
      publishedAt: publishedAt ?? now,
      pinned,
      changedAt: changed && publishedAt && changed.at > publishedAt ? changed.at : null,
      files: files.map(({ uploadKey, name, kind, size }) => ({ name, kind, size, href: fileHref(id, uploadKey) })),
    };
  });
  return { items, page, total };
}

/**
 * A file for anyone who may read its notice: everyone, the audience, or staff who may write to or teach the audience. For
 * others it does not exist.
 * @throws AppError NOT_FOUND
 */
export async function getFile(id: string, key: string, principal: Principal | null, now: Date) {
  const file = await db().noticeFile.findUnique({ where: { noticeId_uploadKey: { noticeId: id, uploadKey: key } } });
  if (!file || !(await mayRead(id, principal, now))) throw new AppError("NOT_FOUND", say("fileUnknown"));
  return { key, name: file.name, kind: file.kind, hash: Buffer.from(file.hash).toString("hex") };
}

async function mayRead(id: string, principal: Principal | null, now: Date): Promise<boolean> {
  if ((await db().notice.count({ where: { id, ...publicAt(now) } })) > 0) return true;
  if (!principal) return false;
  const isReader = may(principal, actions.write) && (await isFound(getToRead(id, principal)));
  return isReader || (await isFound(getOwn(id, principal, now).then(({ state }) => requireOpen(state))));
}

function requireOpen(state: OwnNoticeView["state"]): void {
  if (state !== "published") throw new AppError("NOT_FOUND", say("fileUnknown"));
}

async function isFound(looking: Promise<unknown>): Promise<boolean> {
  try {
    await looking;
    return true;
  } catch (error) {
    if (error instanceof AppError && (error.code === "NOT_FOUND" || error.code === "FORBIDDEN")) return false;
    throw error;
  }
}
