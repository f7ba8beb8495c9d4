import "server-only";
import type { Context, MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { etag, RETAINED_304_HEADERS } from "hono/etag";
import type { RouterRoute } from "hono/types";
import { env } from "@/env";
import { AppError } from "@/lib/errors";
import { cacheControl, digestOf } from "@/server/kept/answer";
import { refuseCrossSite } from "@/server/origin";
import { methodsAt } from "@/server/rest/methods";

// The cookie is never for them: no `credentials`, and refuseStrangers below.
const crossOrigin = cors({
  origin: (origin) => (isNamed(origin) ? origin : null),
  allowMethods: ["GET", "HEAD", "POST", "DELETE"],
  allowHeaders: ["Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "Range"],
  exposeHeaders: [
    ...["ETag", "Link", "Content-Disposition", "Retry-After", "Idempotency-Replayed"],
    ...["RateLimit", "RateLimit-Policy", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"],
  ],
  maxAge: 600,
});

function isNamed(origin: string | undefined): boolean {
  return origin !== undefined && env().API_CORS_ORIGINS.includes(origin);
}

/** Lets the pages of the origins that the settings name call the API with a token; without the setting nobody's. */
export const openToNamedOrigins: MiddlewareHandler = async (context, next) => {
  if (isNamed(context.req.header("origin"))) return crossOrigin(context, next);
  await next();
  // A cache must not give one origin the answer of another.
  if (variesByOrigin()) context.header("vary", "Origin", { append: true });
};

/** True when the answers are not those for pages of any other origin. */
export function variesByOrigin(): boolean {
  return env().API_CORS_ORIGINS.length > 0;
}

/** Refuses what another site's page sends; a page of a named origin may send all but the cookie. @throws AppError */
export function refuseStrangers({ req }: Context): void {
  if (isNamed(req.header("origin")) && req.header("cookie") === undefined) return;
  refuseCrossSite(req.raw);
}

/** Answers a method that an address does not know with those that it knows. */
export function knownMethods(routes: () => readonly RouterRoute[]): MiddlewareHandler {
  return async (context, next) => {
    const allow = methodsAt(routes(), context.req.path);
    if (allow === undefined || allow.split(", ").includes(context.req.method)) {
      if (allow && context.req.method === "OPTIONS") return context.body(null, 204, { allow });
      return next();
    }
    throw new AppError("METHOD_NOT_SUPPORTED", "This call does not exist with this method.", undefined, { allow });
  };
}

/** What says nothing else is kept by nobody. */
export const keptByNobody: MiddlewareHandler = async (context, next) => {
  await next();
  if (!context.res.headers.has("cache-control")) context.header("cache-control", "no-store");
};

// A weak tag, which all of ours here are, is never said to be the very same.
const changed = () => new AppError("PRECONDITION_FAILED", "This has changed since it was read.");

const tagged = etag({
  weak: true,
  generateDigest: (body) => new Uint8Array(digestOf(body)).buffer,
  retainedHeaders: [...RETAINED_304_HEADERS, "link", "access-control-allow-origin", "access-control-expose-headers"],
});

/**
 * A list that is the same for everyone: any cache may hold it, and asks again and again whether it still holds. What is
 * written to its address is for nobody else.
 */
export const sameForEveryone: MiddlewareHandler = async (context, next) => {
  if (context.req.method !== "GET" && context.req.method !== "HEAD") return next();
  await tagged(context, async () => {
    await next();
    if (context.res.ok && !context.res.headers.has("cache-control")) context.header("cache-control", cacheControl);
  });
  const wanted = context.req.header("if-match");
  if (wanted === undefined || wanted.trim() === "*" || !context.res.headers.has("etag")) return;
  // Hono would add the headers of the list to those of the refusal.
  context.res = undefined;
  throw changed();
};
