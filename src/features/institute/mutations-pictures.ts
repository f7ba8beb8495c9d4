import "server-only";
import { AppError, fieldError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import type { SiteContent, SitePicture } from "@/lib/site-content";
import { addressOfPicture, hashesIn } from "@/lib/site-pictures";
import { db, type Transaction, transaction } from "@/server/db/client";
import { takeLock } from "@/server/db/locks";
import { deleteFromDisk, getFile } from "@/server/files/disk";
import { findArrived, forgetOwned } from "@/server/files/records";
import { type EncodedPicture, encodeSitePicture } from "@/server/institute/encode-picture";
import { keepPicture, listPictures } from "@/server/institute/pictures";
import { invalidate } from "@/server/response-cache/versions";
import { contentOf } from "./data";
import { say } from "./messages";
import type { PictureKind } from "./schema-pictures";

let last: Promise<unknown> = Promise.resolve();

/** Encodes one picture at a time, because each one uses a core and, while it is decoded, much memory. */
function encodeInTurn(given: Uint8Array, kind: PictureKind): ReturnType<typeof encodeSitePicture> {
  const turn = last.then(() => encodeSitePicture(given, kind));
  last = turn.catch(() => {});
  return turn;
}

async function encode(given: Uint8Array, kind: PictureKind): Promise<EncodedPicture> {
  const encoded = await encodeInTurn(given, kind);
  if (encoded === "unreadable") throw fieldError("file", say("pictureUnreadable"), "UNSUPPORTED_MEDIA_TYPE");
  if (encoded === "too large") throw fieldError("file", say("pictureTooLarge"));
  return encoded;
}

const viewOf = ({ hash, width, height }: Pick<EncodedPicture, "hash" | "width" | "height">): SitePicture => {
  return { src: addressOfPicture({ hash, width }), width, height };
};

/**
 * Creates a picture from an upload, which is deleted in any case. @throws AppError NOT_FOUND, UNSUPPORTED_MEDIA_TYPE for a file
 * that is no picture, BAD_REQUEST for one that is too large
 */
export async function addPicture(key: string, kind: PictureKind, by: Principal): Promise<SitePicture> {
  if (!(await findArrived(key, "picture", by.userId))) throw new AppError("NOT_FOUND", say("noPicture"));
  try {
    return viewOf(await keepPicture(await encode(await getFile(key), kind), kind, by.userId));
  } finally {
    await deleteFromDisk(key);
    await forgetOwned(key, "picture");
  }
}

/** Rejects a draft with unknown pictures. @throws AppError BAD_REQUEST */
export async function requirePictures(tx: Transaction, content: SiteContent): Promise<void> {
  const named = hashesIn(content);
  const kept = new Set((await listPictures(tx, named)).map(({ hash }) => hash));
  if (named.some((hash) => !kept.has(hash))) throw new AppError("BAD_REQUEST", say("pictureGone"));
}

/** Moves the logo of an earlier version, which was used only in letters, into the published content. */
export async function adoptLogo(): Promise<void> {
  const old = await db().logo.findFirst();
  if (!old) return;
  const encoded = await encodeInTurn(old.bytes, "logo");
  const logo = typeof encoded === "string" ? null : viewOf(await keepPicture(encoded, "logo", null));
  await transaction(async (tx) => {
    await takeLock(tx, "institute");
    if ((await tx.logo.deleteMany()).count === 0) return;
    const rows = await tx.instituteVersion.findMany({ where: { state: { in: ["draft", "published"] } } });
    const withLogo = (content: SiteContent) => ({
      ...content,
      facts: { ...content.facts, logo: content.facts.logo ?? logo },
    });
    for (const { id, content, state } of rows) {
      // The new state invalidates cached pages.
      const data = { content: withLogo(contentOf({ content })), rowVersion: { increment: 1 }, state };
      await tx.instituteVersion.update({ where: { id }, data });
    }
    if (!rows.some(({ state }) => state === "published")) {
      const data = { content: withLogo(contentOf(null)), state: "published", publishedAt: new Date() } as const;
      await tx.instituteVersion.create({ data });
    }
  });
  invalidate();
}
