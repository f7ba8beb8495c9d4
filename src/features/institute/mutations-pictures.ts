import "server-only";
import { AppError, fieldError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import type { SiteContent, SitePicture } from "@/lib/site-content";
import { addressOfPicture, hashesIn } from "@/lib/site-pictures";
import { db, type Transaction, transaction } from "@/server/db/client";
import { deleteFile, getFile } from "@/server/files/disk";
import { findArrived, forgetOwned } from "@/server/files/records";
import { type EncodedPicture, encodeSitePicture } from "@/server/institute/encode-picture";
import { keepPicture, listPictures } from "@/server/institute/pictures";
import { invalidate } from "@/server/response-cache/versions";
import { contentOf } from "./data";
import { say } from "./messages";
import type { PictureKind } from "./schema-pictures";

let last: Promise<unknown> = Promise.resolve();

/** Encodes one picture after the other: each takes a core and, while it is decoded, much memory. */
function encodeInTurn(given: Uint8Array, kind: PictureKind): ReturnType<typeof encodeSitePicture> {
  const turn = last.then(() => encodeSitePicture(given, kind));
  last = turn.catch(() => {});
  return turn;
}

async function encode(given: Uint8Array, kind: PictureKind): Promise<EncodedPicture> {
  const encoded = await encodeInTurn(given, kind);
  if (encoded === "unreadable") throw fieldError("file", say("pictureUnreadable"));
  if (encoded === "too large") throw fieldError("file", say("pictureTooLarge"));
  return encoded;
}

const viewOf = ({ hash, width, height }: Pick<EncodedPicture, "hash" | "width" | "height">): SitePicture => {
  return { src: addressOfPicture({ hash, width }), width, height };
};

/** Makes a picture of the site of a file that has arrived, which goes in any case. @throws AppError BAD_REQUEST, NOT_FOUND */
export async function addPicture(key: string, kind: PictureKind, by: Principal): Promise<SitePicture> {
  if (!(await findArrived(key, "picture", by.userId))) throw new AppError("NOT_FOUND", say("noPicture"));
  try {
    return viewOf(await keepPicture(await encode(await getFile(key), kind), kind, by.userId));
  } finally {
    await deleteFile(key);
    await forgetOwned(key, "picture");
  }
}

/** Refuses a draft with pictures that are not kept. @throws AppError BAD_REQUEST */
export async function requirePictures(tx: Transaction, content: SiteContent): Promise<void> {
  const named = hashesIn(content);
  const kept = new Set((await listPictures(tx, named)).map(({ hash }) => hash));
  if (named.some((hash) => !kept.has(hash))) throw new AppError("BAD_REQUEST", say("pictureGone"));
}

/** Takes the logo that an earlier version of the product has kept for letters alone into what is published. */
export async function adoptLogo(): Promise<void> {
  const old = await db().logo.findFirst();
  if (!old) return;
  const encoded = await encodeInTurn(old.bytes, "logo");
  const logo = typeof encoded === "string" ? null : viewOf(await keepPicture(encoded, "logo", null));
  await transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('institute'))`;
    if ((await tx.logo.deleteMany()).count === 0) return;
    const rows = await tx.instituteVersion.findMany({ where: { state: { in: ["draft", "published"] } } });
    const withLogo = (content: SiteContent) => ({
      ...content,
      facts: { ...content.facts, logo: content.facts.logo ?? logo },
    });
    for (const { id, content, state } of rows) {
      // With its state, so that kept pages are made anew.
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
