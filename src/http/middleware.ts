import "server-only";
import type { Context, MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { etag, RETAINED_304_HEADERS } from "hono/etag";
import type { RouterRoute } from "hono/types";
import { env } from "@/env";
import { AppError } from "@/lib/errors";
import { say } from "@/server/messages";
import { cacheControl, tagOf } from "@/server/response-cache/response";
import { requireSameSite } from "@/server/rest/csrf";
import { methodsOf } from "@/server/rest/methods";

// Other origins never use the cookie: no `credentials` here, and see refuseOtherOrigins below.
const crossOrigin = cors({
  origin: (origin) => (isNamed(origin) ? origin : null),
  allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
  allowHeaders: ["Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "If-Range", "Range"],
  exposeHeaders: [
    ...["ETag", "Link", "Location", "Allow", "WWW-Authenticate", "Retry-After", "Idempotency-Replayed"],
    ...["Accept-Ranges", "Content-Disposition", "Content-Range"],
    ...["RateLimit", "RateLimit-Policy", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"],
  ],
  maxAge: 600,
});

function isNamed(origin: string | undefined): boolean {
  return origin !== undefined && env().API_CORS_ORIGINS.includes(origin);
}

/** CORS for the origins in API_CORS_ORIGINS, with bearer tokens only; without the setting, for none. */
export const allowNamedOrigins: MiddlewareHandler = async (context, next) => {
  if (isNamed(context.req.header("origin"))) {
    // Afterwards, since replayed responses and those to If-Match replace the one that was begun.
    if (context.req.method !== "OPTIONS") await next();
    return crossOrigin(context, async () => {});
  }
  await next();
  // A shared cache must not serve one origin the response for another.
  if (variesByOrigin()) context.header("vary", "Origin", { append: true });
};

/** True if responses depend on the Origin header. */
function variesByOrigin(): boolean {
  return env().API_CORS_ORIGINS.length > 0;
}

/** Rejects requests from other origins, except named origins that send no cookie. @throws AppError */
export function refuseOtherOrigins({ req }: Context): void {
  if (isNamed(req.header("origin")) && req.header("cookie") === undefined) return;
  requireSameSite(req.raw);
}

/** Responds to OPTIONS, and to unsupported methods with 405 and the allowed ones. @param routes read at the first request */
export function allowedMethods(routes: () => readonly RouterRoute[]): MiddlewareHandler {
  let allowed: ReturnType<typeof methodsOf> | undefined;
  return async (context, next) => {
    allowed ??= methodsOf(routes());
    const allow = allowed(context.req.path);
    if (allow === undefined || allow.split(", ").includes(context.req.method)) {
      if (allow && context.req.method === "OPTIONS") return context.body(null, 204, { allow });
      return next();
    }
    throw new AppError("METHOD_NOT_SUPPORTED", say("otherMethod"), undefined, { allow });
  };
}

/** Sets `cache-control: no-store` unless the handler has set another value. */
export const noStore: MiddlewareHandler = async (context, next) => {
  await next();
  if (!context.res.headers.has("cache-control")) context.header("cache-control", "no-store");
};

// All ETags here are weak, and a weak ETag never matches If-Match (RFC 9110).
const changed = () => new AppError("PRECONDITION_FAILED", say("changed"));

const tagged = etag({ retainedHeaders: [...RETAINED_304_HEADERS, "link"] });

/**
 * Makes a public list cacheable by shared caches, with revalidation by ETag. Only GET and HEAD are cached.
 */
export const publicCacheable: MiddlewareHandler = async (context, next) => {
  if (context.req.method !== "GET" && context.req.method !== "HEAD") return next();
  await tagged(context, async () => {
    await next();
    if (!context.res.ok) return;
    const body = new Uint8Array(await context.res.clone().arrayBuffer());
    context.header("etag", tagOf(body, context.res.headers.get("link") ?? ""));
    if (!context.res.headers.has("cache-control")) context.header("cache-control", cacheControl);
  });
  const wanted = context.req.header("if-match");
  if (wanted === undefined || wanted.trim() === "*" || !context.res.headers.has("etag")) return;
  // Reset the response: Hono would merge the list's headers into the error response.
  context.res = undefined;
  throw changed();
};
