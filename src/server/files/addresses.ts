import "server-only";
import { AppError } from "@/lib/errors";
import { embeddedApiKey, embeddedAppId, maxUploadBytes } from "./configure";
import { isKey } from "./disk";
import type { Description } from "./records";
import { readSignedUrl } from "./sign";

/** A name that no network resolves: what the SDK sends there never leaves the process. */
export const embeddedHost = "embedded.invalid";
export const embeddedOrigin = `http://${embeddedHost}`;
/** Where browsers send files, and the SDK everything else. */
export const storePath = "/api/uploads";
/** Where the upload route handler answers. */
export const routePath = "/api/uploadthing";

const mostName = 255;

/** What a signed upload address promises. `slug` is empty when the server itself uploads. */
export type Promised = Description & { key: string; slug: string; customId: string | null; expired: boolean };

/**
 * Reads the address of an upload, whatever host it was reached through.
 * @throws AppError FORBIDDEN when the store did not sign exactly this address
 */
export function promisedBy(request: Request): Promised {
  const url = new URL(request.url);
  const signed = readSignedUrl(`${embeddedOrigin}${url.pathname}${url.search}`, embeddedApiKey());
  const key = url.pathname.slice(storePath.length + 1);
  if (!signed || !isKey(key) || signed.values.get("x-ut-identifier") !== embeddedAppId) {
    throw new AppError("FORBIDDEN", "This upload address is not valid.");
  }
  const text = (name: string) => signed.values.get(`x-ut-${name}`) ?? "";
  return {
    key,
    slug: text("slug"),
    name: text("file-name"),
    type: text("file-type") || "application/octet-stream",
    size: Number(text("file-size")),
    customId: signed.values.get("x-ut-custom-id") ?? null,
    expired: signed.expired,
  };
}

/** @throws AppError GONE, BAD_REQUEST or PAYLOAD_TOO_LARGE for what may not be uploaded (any more) */
export function requireTakeable({ expired, size, name, type }: Promised): void {
  if (expired) throw new AppError("GONE", "This upload waited too long. Please choose the file again.");
  if (!Number.isSafeInteger(size) || size < 1) {
    throw new AppError("BAD_REQUEST", "This file is empty. Please choose another one.");
  }
  if (size > maxUploadBytes()) throw tooLarge();
  if (name === "" || name.length > mostName || type.length > mostName || name.includes("\0") || type.includes("\0")) {
    throw new AppError(
      "BAD_REQUEST",
      "The file's name is too long or not usable. Please rename it and choose it again.",
    );
  }
}

/** The sentence for a file over the limit. */
export function tooLarge(mostBytes = maxUploadBytes()): AppError {
  const most = Math.floor(mostBytes / 1024 / 1024);
  return new AppError("PAYLOAD_TOO_LARGE", `This file is larger than ${most} MB. Please choose a smaller one.`);
}

/** The address of a stored file, as the SDK makes it for `ufsAppIdLocation: "path"`. Only this process can open it. */
export function fileAddress(key: string): string {
  return `https://${embeddedHost}/a/${embeddedAppId}/${key}`;
}

/** The key of a stored file that a signed address may open now. @throws AppError FORBIDDEN */
export function readableKey(url: URL): string {
  const key = url.pathname.slice(`/a/${embeddedAppId}/`.length);
  const signed = readSignedUrl(url.href, embeddedApiKey());
  if (!signed || signed.expired || !isKey(key) || url.origin + url.pathname !== fileAddress(key)) {
    throw new AppError("FORBIDDEN", "This file address is not valid.");
  }
  return key;
}
