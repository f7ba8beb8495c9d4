import "server-only";
import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { env } from "@/env";
import { log, pseudonymOf } from "@/server/log";
import { countRequest } from "@/server/metrics";
import { type RequestScope, within } from "@/server/request";
import { beginSpan } from "@/server/tracing";
import { admit } from "./load";
import { routesOfBuild } from "./routes";
import { answerTooBusy, type SafetyOf } from "./too-busy";

/**
 * What every request passes before it is handled: it gets an id, which its answer names as `x-request-id`, and a line in the
 * log once it is answered; when there are too many, it is sent away at once.
 */
export function watched(handle: RequestListener, safetyOf: SafetyOf): RequestListener {
  const routeOf = routesOfBuild();
  return (request, response) => {
    const began = performance.now();
    const path = request.url?.split("?", 1)[0] ?? "/";
    const scope: RequestScope = { id: idOf(request) };
    response.setHeader("x-request-id", scope.id);
    // The pages have spans of Next's own.
    const span = path.startsWith("/api/") ? beginSpan(request.method ?? "") : undefined;
    const leave = admit(request, path);
    response.once("close", () => {
      leave?.();
      const route = scope.route ?? routeOf(path);
      const ms = performance.now() - began;
      const status = statusOf(response);
      span?.end(route, status);
      note({ scope, method: request.method ?? "", route, status, ms, isShed: !leave });
    });
    const work = () => handle(request, response);
    if (leave) within(scope, () => (span ? span.within(work) : work()));
    else answerTooBusy(path, response, safetyOf);
  };
}

/** The id that a proxy of the institute's own gave, if any may stand in front; else a new one. */
function idOf(request: IncomingMessage): string {
  const given = env().TRUSTED_PROXIES > 0 ? request.headers["x-request-id"] : undefined;
  return typeof given === "string" && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}

/** The status of the answer; 499 when the visitor left before there was one. */
function statusOf(response: ServerResponse): number {
  return response.headersSent ? response.statusCode : 499;
}

type Answered = {
  scope: RequestScope;
  method: string;
  route: string;
  status: number;
  ms: number;
  /** It was sent away; in a rush a line for each would be one more burden. */
  isShed: boolean;
};

// What is asked for all the time and says nothing when it goes well.
const dull = /^\/(_next\/static$|api\/(health|ready|metrics)$|\(file\)$)/;

function note({ scope, method, route, status, ms, isShed }: Answered): void {
  countRequest({ method, route: route.includes(",") ? "/api/trpc/(several)" : route, status }, ms / 1000);
  const level = isShed || (status < 400 && dull.test(route)) ? "debug" : status >= 500 ? "error" : "info";
  if (!log().isLevelEnabled(level)) return;
  const user = scope.userId && { user: pseudonymOf(scope.userId) };
  within(scope, () => log()[level]({ method, route, status, ms: Math.round(ms * 10) / 10, ...user }, "request"));
}
