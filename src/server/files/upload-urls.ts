import "server-only";
import type { Message } from "@/lib/catalogue";
import { AppError } from "@/lib/errors";
import { control, withoutDirections } from "@/lib/plain-text";
import { say } from "@/server/messages";
import { embeddedApiKey, embeddedAppId, maxUploadBytes } from "./configure";
import { isKey } from "./disk";
import type { Description } from "./records";
import { readSignedUrl } from "./sign";

/** Unresolvable host name for the SDK's requests, which never leave the process. */
export const embeddedHost = "embedded.invalid";
export const embeddedOrigin = `http://${embeddedHost}`;
/** Path of the store, for browsers and the SDK. */
export const storePath = "/api/uploads";
export const routePath = "/api/uploadthing";

const mostName = 255;

/** Contents of a signed upload URL. `slug` is empty for uploads by the server. */
export type Reservation = Description & { key: string; slug: string; customId: string | null; expired: boolean };

/** Verifies and parses an upload URL; its host is ignored. @throws AppError FORBIDDEN for an invalid signature */
export function reservationOf(request: Request): Reservation {
  const url = new URL(request.url);
  const signed = readSignedUrl(`${embeddedOrigin}${url.pathname}${url.search}`, embeddedApiKey());
  const key = url.pathname.slice(storePath.length + 1);
  if (!signed || !isKey(key) || signed.values.get("x-ut-identifier") !== embeddedAppId) {
    throw new AppError("FORBIDDEN", say("badUploadAddress"));
  }
  const text = (name: string) => signed.values.get(`x-ut-${name}`) ?? "";
  return {
    key,
    slug: text("slug"),
    name: withoutDirections(text("file-name")),
    type: text("file-type") || "application/octet-stream",
    size: Number(text("file-size")),
    customId: signed.values.get("x-ut-custom-id") ?? null,
    expired: signed.expired,
  };
}

/** @throws AppError GONE, BAD_REQUEST or PAYLOAD_TOO_LARGE if the upload is not allowed (any more) */
export function requireAcceptable({ expired, size, name, type }: Reservation): void {
  if (expired) throw new AppError("GONE", say("uploadTooLate"));
  const flaw = flawOf({ size, name, type });
  if (flaw) throw new AppError("BAD_REQUEST", flaw);
  if (size > maxUploadBytes()) throw tooLarge();
}

/** Why a file of this description cannot be stored, or null. */
export function flawOf({ size, name, type }: Description): Message | null {
  if (!Number.isSafeInteger(size) || size < 1) return say("fileEmpty");
  const isUsable = (text: string) => text !== "" && text.length <= mostName && !control.test(text);
  return isUsable(name) && isUsable(type) ? null : say("badFileName");
}

/** Error for a file over the size limit. */
export function tooLarge(mostBytes = maxUploadBytes()): AppError {
  const most = Math.floor(mostBytes / 1024 / 1024);
  return new AppError("PAYLOAD_TOO_LARGE", say("fileTooLarge", most));
}

/** Internal URL of a stored file, as the SDK builds it for `ufsAppIdLocation: "path"`. */
export function fileAddress(key: string): string {
  return `https://${embeddedHost}/a/${embeddedAppId}/${key}`;
}

/** Key of the file that a signed URL opens. @throws AppError FORBIDDEN */
export function readableKey(url: URL): string {
  const key = url.pathname.slice(`/a/${embeddedAppId}/`.length);
  const signed = readSignedUrl(url.href, embeddedApiKey());
  if (!signed || signed.expired || !isKey(key) || url.origin + url.pathname !== fileAddress(key)) {
    throw new AppError("FORBIDDEN", say("badFileAddress"));
  }
  return key;
}
