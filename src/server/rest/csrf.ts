import "server-only";
import { env } from "@/env";
import { AppError } from "@/lib/errors";
import { say } from "@/server/messages";

const readOnly = new Set(["GET", "HEAD", "OPTIONS"]);

/** Rejects cross-site writes with a cookie (CSRF). Browsers never attach a bearer token automatically. */
export function requireSameSite(request: Request): void {
  if (readOnly.has(request.method) || request.headers.has("authorization")) return;
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  if ((site === null || site === "same-origin" || site === "none") && (origin === null || isOwn(origin, request)))
    return;
  throw new AppError("FORBIDDEN", say("otherSite"));
}

function isOwn(origin: string, request: Request): boolean {
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  const { APP_URL } = env();
  return host === request.headers.get("host") || (APP_URL !== undefined && new URL(APP_URL).host === host);
}

/** Rejects content types that a cross-site form can send without preflight. @throws AppError UNSUPPORTED_MEDIA_TYPE */
export function requireJson(request: Request): void {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw new AppError("UNSUPPORTED_MEDIA_TYPE", say("sendJson"));
}
