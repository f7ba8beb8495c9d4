import "server-only";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Hono } from "hono";
import { wordsOf } from "@/lib/catalogue";
import { AppError } from "@/lib/errors";
import { say } from "@/server/messages";
import { errorResponse } from "./error-responses";
import { allowNamedOrigins } from "./middleware";
import { plainPage } from "./plain-page";
import { trpcErrorResponse } from "./trpc";

/** Returns the security headers. @param scripts hashes of a page's inline scripts; undefined if not a page */
export type SafetyOf = (scripts?: string[]) => Record<string, string>;

/** In seconds. */
const retryAfter = 5;
const error = new AppError("SERVICE_UNAVAILABLE", say("overloaded"), undefined, { "retry-after": String(retryAfter) });

// Rendered for each response, because it has the published name of the institute.
const page = () =>
  plainPage({
    title: "One moment, please",
    text: `${wordsOf(say("overloaded"))} This page does so by itself.`,
    reloadAfter: retryAfter,
  });

// Uses the CORS middleware, so that programs of named origins can read it.
const refusal = new Hono<{ Bindings: { path: string } }>()
  .use(allowNamedOrigins)
  .all("*", ({ env }) => errorResponse(error, env.path));

async function refuseRest(path: string, { method, headers: { origin } }: IncomingMessage): Promise<Response> {
  // Only a preflight needs its method, and `Request` rejects some.
  const preflight = method === "OPTIONS" && { method };
  return refusal.fetch(new Request("http://localhost", { ...preflight, headers: origin ? { origin } : {} }), { path });
}

/** Responds 503 in the format of the client (page, tRPC or REST), at minimal cost. */
export function sendOverloaded(path: string, response: ServerResponse, safetyOf: SafetyOf): void {
  if (!path.startsWith("/api/")) {
    response.writeHead(503, {
      ...safetyOf([]),
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "retry-after": String(retryAfter),
    });
    response.end(page());
    return;
  }
  const rejection = path.startsWith("/api/trpc/") ? trpcErrorResponse(error) : refuseRest(path, response.req);
  void Promise.resolve(rejection).then(async (answer) => {
    const text = await answer.text();
    response.writeHead(answer.status, { ...safetyOf(), ...Object.fromEntries(answer.headers) });
    response.end(text);
  });
}
