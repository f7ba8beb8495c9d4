import "server-only";
import { randomBytes } from "node:crypto";
import { hashOfAddress } from "@/lib/site-pictures";
import { db, isDuplicate, type Transaction, transaction } from "@/server/db/client";
import { takeLock } from "@/server/db/locks";
import { getFile, putFiles } from "@/server/files/disk";
import { completeManyOwned, reserveManyOwned } from "@/server/files/records";
import { sweepOwned } from "@/server/files/sweep";
import type { InstitutePicture, InstitutePictureKind as Kind } from "@/server/generated/prisma/client";
import type { EncodedPicture } from "./encode-picture";
import { currentSite } from "./site";

const typeOf = { webp: "image/webp", png: "image/png", jpg: "image/jpeg" } as const;
const endingOf = (name: string) => name.split(".").at(-1) as keyof typeof typeOf;

/** The media type of a picture's file. */
export const typeOfFile = (name: string): string => typeOf[endingOf(name)];

/** Stores a picture with its files; an identical picture is stored once. */
export async function keepPicture(encoded: EncodedPicture, kind: Kind, by: string | null): Promise<InstitutePicture> {
  const { hash, width, height } = encoded;
  const known = await db().institutePicture.findUnique({ where: { hash } });
  // Restart its retention period: the draft that uses it may not be saved yet.
  if (known) return db().institutePicture.update({ where: { hash }, data: { createdAt: new Date() } });
  const id = crypto.randomUUID();
  const files = encoded.files.map(({ name, bytes }) => ({ name, bytes, key: randomBytes(24).toString("hex") }));
  const described = files.map(({ key, name, bytes }) => ({
    key,
    ownerId: id,
    name: `${kind}-${name}`,
    size: bytes.byteLength,
    type: typeOfFile(name),
  }));
  await reserveManyOwned("picture", described);
  await putFiles(files);
  const note = async (tx: Transaction) => {
    const made = await tx.institutePicture.create({ data: { id, kind, hash, width, height, createdById: by } });
    await tx.institutePictureFile.createMany({
      data: files.map(({ name, key }) => ({ pictureId: id, name, uploadKey: key })),
    });
    await completeManyOwned(files.map(({ key }) => key));
    return made;
  };
  return transaction(note).catch((error: unknown) => {
    // A concurrent upload of the same picture won. The sweep deletes the other files.
    if (isDuplicate(error)) return db().institutePicture.findUniqueOrThrow({ where: { hash } });
    throw error;
  });
}

/** The key of a picture's file; null if it does not exist. */
export async function findPictureFile(hash: string, name: string): Promise<string | null> {
  const row = await db().institutePictureFile.findFirst({ where: { name, picture: { hash } } });
  return row?.uploadKey ?? null;
}

/** The stored pictures among `hashes`, with their sizes. */
export async function listPictures(tx: Transaction, hashes: string[]) {
  return tx.institutePicture.findMany({
    where: { hash: { in: hashes } },
    select: { kind: true, hash: true, width: true, height: true },
  });
}

/** Deletes pictures created before `time` that no version uses, and files without a picture. Returns the number of files. */
export async function sweepPictures(time: Date): Promise<number> {
  await transaction(async (tx) => {
    // A draft that uses one of them is saved before this lock or after it.
    await takeLock(tx, "institute");
    await tx.$executeRaw`delete from institute_pictures p where created_at < ${time}
      and not exists (select from institute_versions v where position(p.hash in v.content::text) > 0)`;
  });
  return sweepOwned("picture", time, (keys) =>
    db().institutePictureFile.findMany({ where: { uploadKey: { in: keys } }, select: { uploadKey: true } }),
  );
}

/** The variant of the logo: for print or for emails. */
type LogoUse = "print" | "mail";

/** The published logo; null if there is none. Its dimensions are those on the screen. */
export async function readLogo(use: LogoUse) {
  const { logo } = (await currentSite()).facts;
  const hash = logo && hashOfAddress(logo.src);
  if (!hash) return null;
  const row = await db().institutePictureFile.findFirst({
    where: { picture: { hash }, name: { startsWith: `${use}.` } },
  });
  return row && { bytes: new Uint8Array(await getFile(row.uploadKey)), width: logo.width, height: logo.height };
}
