import "server-only";
import { AppError } from "@/lib/errors";
import { embeddedOrigin, fileAddress, type Promised, routePath, storePath } from "./addresses";
import { isRefusal } from "./answers";
import { embeddedApiKey, files } from "./configure";
import { metadataOf } from "./records";
import { signText } from "./sign";

/** What the browser is told about its file. */
export type Arrived = { url: string; appUrl: string; ufsUrl: string; fileHash: string };

export function arrived(key: string, fileHash: string): Arrived {
  const url = fileAddress(key);
  return { url, appUrl: url, ufsUrl: url, fileHash };
}

/**
 * Tells the upload route that a file is whole, waits for `onUploadComplete`, and answers what it returned.
 * @throws AppError with the refusal it returned; INTERNAL_SERVER_ERROR when it threw, so no answer came
 */
export async function announce(promised: Promised, file: Arrived): Promise<unknown> {
  const { answers, callback } = files();
  const { key, name, size, type, customId, slug } = promised;
  const body = JSON.stringify({
    status: "uploaded",
    origin: `${embeddedOrigin}${storePath}`,
    metadata: await metadataOf(key),
    file: { name, size, type, customId, key, ...file },
  });
  answers.set(key, undefined);
  try {
    const response = await callback(
      new Request(`${embeddedOrigin}${routePath}?slug=${encodeURIComponent(slug)}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "uploadthing-hook": "callback",
          "x-uploadthing-signature": signText(body, embeddedApiKey()),
        },
        body,
      }),
    );
    await response.body?.cancel();
    const given = answers.get(key);
    if (!given) throw new AppError("INTERNAL_SERVER_ERROR", "The file could not be taken in. Please try again.");
    if (isRefusal(given.data)) throw new AppError(given.data.code, given.data.error);
    return given.data;
  } finally {
    answers.delete(key);
  }
}

/** Takes the answer of `onUploadComplete`. False when no upload waits for one. */
export function settle(key: string, data: unknown): boolean {
  const { answers } = files();
  if (!answers.has(key)) return false;
  answers.set(key, { data });
  return true;
}
