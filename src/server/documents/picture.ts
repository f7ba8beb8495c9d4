import "server-only";
import sharp from "sharp";

// Pictures come once in a while: nothing is kept for the next one, and no second core is taken.
sharp.cache(false);
sharp.concurrency(1);

/** What a document shows of a picture: some 14 millimetres in height, as sharp as paper is. */
const printed = { width: 800, height: 320, fit: "inside", withoutEnlargement: true } as const;

const kinds = { png: "image/png", jpeg: "image/jpeg" } as const;

/** A picture for documents. */
export type PrintedPicture = { bytes: Uint8Array<ArrayBuffer>; type: string; width: number; height: number };

/** What the first bytes say. Other kinds never reach the decoders. */
function kindOf(bytes: Uint8Array): keyof typeof kinds | undefined {
  const start = Buffer.from(bytes.subarray(0, 8)).toString("hex");
  if (start === "89504e470d0a1a0a") return "png";
  return start.startsWith("ffd8ff") ? "jpeg" : undefined;
}

/** Decodes a PNG or JPEG and encodes it anew: smaller, upright, and without what a camera has written into it. */
export async function encodePicture(
  given: Uint8Array,
  mostPixels: number,
): Promise<PrintedPicture | "unreadable" | "too large"> {
  const kind = kindOf(given);
  if (!kind) return "unreadable";
  try {
    // Reads no more than the head of the file.
    const { width, height, format } = await sharp(given, { limitInputPixels: false }).metadata();
    if (format !== kind) return "unreadable";
    if (Math.max(width, height) > mostPixels) return "too large";
    const source = sharp(given, { limitInputPixels: mostPixels * mostPixels, failOn: "warning", pages: 1 });
    const upright = source.autoOrient().resize(printed).toColourspace("srgb");
    const encoded = kind === "png" ? upright.png({ compressionLevel: 9 }) : upright.jpeg({ quality: 85 });
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    return { bytes: Uint8Array.from(data), type: kinds[kind], width: info.width, height: info.height };
  } catch {
    return "unreadable";
  }
}

/** Of a document that stands in thousands, a picture takes no more; in bytes. */
const fewBytes = 12_000;

/** The same picture for paper of which there is much: as sharp as 14 millimetres in print need, on white. */
export async function smallPicture({
  bytes,
  width,
  height,
}: Pick<PrintedPicture, "width" | "height"> & { bytes: Uint8Array }) {
  if (bytes.byteLength <= fewBytes) return { bytes, width, height };
  const resized = sharp(bytes).resize({ width: 425, height: 132, fit: "inside", withoutEnlargement: true });
  const jpeg = resized.flatten({ background: "white" }).jpeg({ quality: 82, chromaSubsampling: "4:4:4" });
  const { data, info } = await jpeg.toBuffer({ resolveWithObject: true });
  return { bytes: Uint8Array.from(data), width: info.width, height: info.height };
}
