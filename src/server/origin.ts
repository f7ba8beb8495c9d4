import "server-only";
import { env } from "@/env";
import { AppError } from "@/lib/errors";

const readOnly = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses a change that another site's page made the browser send along with the cookie. A bearer token is never sent by a
 * browser of its own accord, so it needs no such check. @throws AppError FORBIDDEN
 */
export function refuseCrossSite(request: Request): void {
  if (readOnly.has(request.method) || request.headers.has("authorization")) return;
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  if ((site === null || site === "same-origin" || site === "none") && (origin === null || isOwn(origin, request)))
    return;
  throw new AppError("FORBIDDEN", "This request came from another site and was refused.");
}

function isOwn(origin: string, request: Request): boolean {
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  const { APP_URL } = env();
  return host === request.headers.get("host") || (APP_URL !== undefined && new URL(APP_URL).host === host);
}

/** Refuses a body that a form of another site could send without being asked. @throws AppError UNSUPPORTED_MEDIA_TYPE */
export function refuseOtherThanJson(request: Request): void {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Please send JSON.");
}
