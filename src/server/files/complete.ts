import "server-only";
import { AppError } from "@/lib/errors";
import { say } from "@/server/messages";
import { embeddedApiKey, files } from "./configure";
import { metadataOf } from "./records";
import { isRefusal } from "./responses";
import { signText } from "./sign";
import { embeddedOrigin, fileAddress, type Reservation, routePath, storePath } from "./upload-urls";

/** File description in the callback, as the browser receives it. */
export type StoredUpload = { url: string; appUrl: string; ufsUrl: string; fileHash: string };

export function storedUpload(key: string, fileHash: string): StoredUpload {
  const url = fileAddress(key);
  return { url, appUrl: url, ufsUrl: url, fileHash };
}

/**
 * Calls the upload route with a complete file and returns the result of `onUploadComplete`. @throws AppError with the
 * returned refusal; INTERNAL_SERVER_ERROR if the callback threw
 */
export async function notify(reservation: Reservation, file: StoredUpload): Promise<unknown> {
  const { answers, callback } = files();
  const { key, name, size, type, customId, slug } = reservation;
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
    const result = answers.get(key);
    if (!result) throw new AppError("INTERNAL_SERVER_ERROR", say("notTakenIn"));
    if (isRefusal(result.data)) throw new AppError(result.data.code, result.data.error);
    return result.data;
  } finally {
    answers.delete(key);
  }
}

/** Resolves the upload that waits for this callback. Returns false if none does. */
export function resolveCallback(key: string, data: unknown): boolean {
  const { answers } = files();
  if (!answers.has(key)) return false;
  answers.set(key, { data });
  return true;
}
