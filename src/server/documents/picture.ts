import "server-only";
import sharp, { type Sharp } from "sharp";

// Pictures are rare: disable the cache and use one core.
sharp.cache(false);
sharp.concurrency(1);

/** The largest picture that is decoded, slightly above the pixels of a "50 megapixel" phone. */
const mostPixels = 64_000_000;

/** Pixel size for about 14 millimetres in print. */
const printed = { width: 800, height: 320, fit: "inside", withoutEnlargement: true } as const;

/** A picture for documents. */
export type PrintedPicture = { bytes: Uint8Array<ArrayBuffer>; type: PictureType; width: number; height: number };
export type PictureType = "png" | "jpeg";

/** The type by the first bytes. Other types never reach the decoders. */
function typeOf(bytes: Uint8Array): PictureType | undefined {
  const start = Buffer.from(bytes.subarray(0, 8)).toString("hex");
  if (start === "89504e470d0a1a0a") return "png";
  return start.startsWith("ffd8ff") ? "jpeg" : undefined;
}

export type OpenPicture = {
  type: PictureType;
  /** The picture, upright and in sRGB, without the camera's metadata. */
  draw: () => Sharp;
};

/** Opens a PNG or JPEG. */
export async function openPicture(given: Uint8Array): Promise<OpenPicture | "unreadable" | "too large"> {
  const type = typeOf(given);
  if (!type) return "unreadable";
  try {
    // Reads only the header of the file.
    const { width, height, format } = await sharp(given, { limitInputPixels: false }).metadata();
    if (format !== type) return "unreadable";
    if (width * height > mostPixels) return "too large";
  } catch {
    return "unreadable";
  }
  const options = { limitInputPixels: mostPixels, failOn: "error", pages: 1 } as const;
  return { type, draw: () => sharp(given, options).autoOrient().toColourspace("srgb") };
}

/** A decoded picture, encoded for documents. */
export async function printedPicture({ type, draw }: OpenPicture): Promise<PrintedPicture> {
  const resized = draw().resize(printed);
  const encoded = type === "png" ? resized.png({ compressionLevel: 9 }) : resized.jpeg({ quality: 85 });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  return { bytes: Uint8Array.from(data), type, width: info.width, height: info.height };
}

/** Maximum size of a picture that is embedded in thousands of documents, in bytes. */
const fewBytes = 12_000;

/** The picture for mass printing: sharp enough for 14 millimetres, on white. */
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

/** A drawing as PNG with a palette of its few colours. */
export async function pngOfDrawing(svg: string, { width, height }: { width: number; height: number }) {
  const png = sharp(Buffer.from(svg), { density: 72 }).resize(width, height).png({ palette: true });
  return new Uint8Array(await png.toBuffer());
}
