import "server-only";
import { createHash } from "node:crypto";
import type { Sharp } from "sharp";
import { pictureWidths } from "@/lib/site-pictures";
import type { InstitutePictureKind as Kind } from "@/server/generated/prisma/client";
import { type OpenPicture, openPicture, printedPicture } from "../documents/picture";

type PictureFile = { name: string; bytes: Uint8Array };

/** A picture in all its sizes. The hash covers all bytes. */
export type EncodedPicture = { hash: string; width: number; height: number; files: PictureFile[] };

/** Maximum size of each kind. Portraits are cropped to one aspect ratio around the most salient part. */
const places = {
  logo: { width: 480, height: 144, fit: "inside", withoutEnlargement: true },
  portrait: { width: 640, height: 720, fit: "cover", position: "attention", withoutEnlargement: false },
  story: { width: 1120, height: 1680, fit: "inside", withoutEnlargement: true },
  gallery: { width: 1600, height: 1600, fit: "inside", withoutEnlargement: true },
} as const;

const webp = (picture: Sharp, kind: Kind) =>
  kind === "logo" ? picture.webp({ nearLossless: true, quality: 80, effort: 5 }) : picture.webp({ quality: 78 });

/** Decodes a PNG or JPEG and re-encodes it: upright, smaller, and without the camera's metadata. */
export async function encodeSitePicture(
  given: Uint8Array,
  kind: Kind,
): Promise<EncodedPicture | "unreadable" | "too large"> {
  const opened = await openPicture(given);
  if (typeof opened === "string") return opened;
  try {
    // The smaller sizes are made from the largest one, so that the original is decoded once.
    const { data, info } = await opened.draw().resize(places[kind]).png({ compressionLevel: 1 }).toBuffer({
      resolveWithObject: true,
    });
    const { width, height } = info;
    const largest = await openPicture(data);
    if (typeof largest === "string") return largest;
    const files = await Promise.all(
      pictureWidths(width).map(async (size): Promise<PictureFile> => {
        const sized = size === width ? largest.draw() : largest.draw().resize({ width: size });
        return { name: `${size}.webp`, bytes: await webp(sized, kind).toBuffer() };
      }),
    );
    if (kind === "logo") files.push(...(await filesOfLogo(opened)));
    const hash = createHash("sha256").update(kind);
    for (const { name, bytes } of files) hash.update(name).update(bytes);
    return { hash: hash.digest("hex").slice(0, 32), width, height, files };
  } catch {
    return "unreadable";
  }
}

const clear = { r: 0, g: 0, b: 0, alpha: 0 };

/** A logo is also used on paper, in emails and as the favicon. */
async function filesOfLogo(logo: OpenPicture): Promise<PictureFile[]> {
  const print = await printedPicture(logo);
  const square = (size: number) => logo.draw().resize({ width: size, height: size, fit: "contain", background: clear });
  const mail = logo.draw().resize({ width: 320, height: 72, fit: "inside", withoutEnlargement: true });
  return [
    { name: print.type === "png" ? "print.png" : "print.jpg", bytes: print.bytes },
    { name: "mail.png", bytes: await mail.png({ palette: true }).toBuffer() },
    { name: "icon.png", bytes: await square(96).png({ palette: true }).toBuffer() },
    // Phones show transparent parts of an icon as black.
    { name: "touch.png", bytes: await square(180).flatten({ background: "white" }).png({ palette: true }).toBuffer() },
  ];
}
