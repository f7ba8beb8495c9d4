import { randomBytes } from "node:crypto";
import sharp from "sharp";
import type { PictureKind } from "@/features/institute/schema-pictures";
import type { SiteContent } from "@/lib/site-content";
import { db } from "@/server/db/client";
import { putFiles } from "@/server/files/disk";
import { reserveOwned } from "@/server/files/records";
import type { Caller } from "../factories";

/** A picture in one colour. */
export const plain = (width: number, height: number, background = "#a04020") =>
  sharp({ create: { width, height, channels: 3, background } });

/** Uploads a file that can become a picture of the site. Returns its key. */
export async function arrivedPicture(admin: Caller, bytes: Uint8Array): Promise<string> {
  const { ownerId } = await admin.institute.mayAddPicture();
  const key = randomBytes(24).toString("hex");
  await reserveOwned(key, "picture", ownerId, { name: "photo.png", type: "image/png", size: bytes.length });
  await putFiles([{ key, bytes }]);
  return key;
}

/** Adds a picture to the site. */
export async function addedPicture(admin: Caller, kind: PictureKind, bytes: Uint8Array) {
  return admin.institute.addPicture({ key: await arrivedPicture(admin, bytes), kind });
}

/** Publishes changed facts of the institute. */
export async function publishFacts(admin: Caller, changed: Partial<SiteContent["facts"]>): Promise<void> {
  const { content, draft } = await admin.institute.get();
  const value = { ...content.facts, ...changed };
  const saved = await admin.institute.save({ section: "facts", value, seen: draft });
  await admin.institute.publish({ seen: saved.draft ?? 0 });
}

/** Publishes a logo. */
export async function publishLogo(admin: Caller, bytes: Uint8Array): Promise<void> {
  await publishFacts(admin, { logo: await addedPicture(admin, "logo", bytes) });
}

/** The hash in the address of a picture. */
export const hashIn = (src: string): string => src.split("/").at(-2) ?? "";

/** The storage keys of all picture files. */
export const pictureKeys = async () => (await db().institutePictureFile.findMany()).map(({ uploadKey }) => uploadKey);
