import "server-only";
import sharp, { type Sharp } from "sharp";

// Pictures come once in a while: nothing is kept for the next one, and no second core is taken.
sharp.cache(false);
sharp.concurrency(1);

/** The largest picture that is decoded: that of a telephone with "50 megapixels", which has some more. */
const mostPixels = 64_000_000;

/** What a document shows of a picture: some 14 millimetres in height, as sharp as paper is. */
const printed = { width: 800, height: 320, fit: "inside", withoutEnlargement: true } as const;

/** A picture for documents. */
export type PrintedPicture = { bytes: Uint8Array<ArrayBuffer>; type: PictureType; width: number; height: number };
export type PictureType = "png" | "jpeg";

/** What the first bytes say. Other kinds never reach the decoders. */
function typeOf(bytes: Uint8Array): PictureType | undefined {
  const start = Buffer.from(bytes.subarray(0, 8)).toString("hex");
  if (start === "89504e470d0a1a0a") return "png";
  return start.startsWith("ffd8ff") ? "jpeg" : undefined;
}

export type OpenPicture = {
  type: PictureType;
  /** The picture, upright and in the colours of screens. What a camera has written into it is not carried along. */
  draw: () => Sharp;
};

/** Opens a PNG or JPEG. */
export async function openPicture(given: Uint8Array): Promise<OpenPicture | "unreadable" | "too large"> {
  const type = typeOf(given);
  if (!type) return "unreadable";
  try {
    // Reads no more than the head of the file.
    const { width, height, format } = await sharp(given, { limitInputPixels: false }).metadata();
    if (format !== type) return "unreadable";
    if (width * height > mostPixels) return "too large";
  } catch {
    return "unreadable";
  }
  const options = { limitInputPixels: mostPixels, failOn: "error", pages: 1 } as const;
  return { type, draw: () => sharp(given, options).autoOrient().toColourspace("srgb") };
}

/** An open picture as documents print it. */
export async function printedPicture({ type, draw }: OpenPicture): Promise<PrintedPicture> {
  const resized = draw().resize(printed);
  const encoded = type === "png" ? resized.png({ compressionLevel: 9 }) : resized.jpeg({ quality: 85 });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  return { bytes: Uint8Array.from(data), type, width: info.width, height: info.height };
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

/** A drawing as PNG, in the few colours that it has. */
export async function pngOfDrawing(svg: string, { width, height }: { width: number; height: number }) {
  const png = sharp(Buffer.from(svg), { density: 72 }).resize(width, height).png({ palette: true });
  return new Uint8Array(await png.toBuffer());
}
