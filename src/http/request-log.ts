import "server-only";
import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { env } from "@/env";
import { log, pseudonymOf } from "@/server/observability/log";
import { countRequest } from "@/server/observability/metrics";
import { type RequestScope, runInScope } from "@/server/observability/request-scope";
import { startSpan } from "@/server/observability/tracing";
import { addressOf } from "@/server/rate-limits/client-network";
import { admit } from "./load-shedding";
import { type SafetyOf, sendOverloaded } from "./overloaded";
import { routesOfPages } from "./page-routes";

/**
 * Wraps a handler: sets `x-request-id`, sheds load, and writes one log line and metrics per request after the response.
 */
export function withRequestLog(handle: RequestListener, safetyOf: SafetyOf): RequestListener {
  const routeOf = routesOfPages();
  return (request, response) => {
    const began = performance.now();
    const path = request.url?.split("?", 1)[0] ?? "/";
    const scope: RequestScope = { id: idOf(request), address: addressOf(request, env().TRUSTED_PROXIES) };
    response.setHeader("x-request-id", scope.id);
    // Next creates the spans of pages.
    const span = path.startsWith("/api/") ? startSpan(request.method ?? "") : undefined;
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
    if (leave) runInScope(scope, () => (span ? span.withSpan(work) : work()));
    else sendOverloaded(path, response, safetyOf);
  };
}

/** The id from a trusted proxy, if one is configured; else a new one. */
function idOf(request: IncomingMessage): string {
  const given = env().TRUSTED_PROXIES > 0 ? request.headers["x-request-id"] : undefined;
  return typeof given === "string" && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}

/** The status of the response; 499 if the client disconnected first. */
function statusOf(response: ServerResponse): number {
  return response.headersSent ? response.statusCode : 499;
}

type LogEntry = {
  scope: RequestScope;
  method: string;
  route: string;
  status: number;
  ms: number;
  /** Rejected by load shedding; logged at debug level, since a line for each would add load. */
  isShed: boolean;
};

// Frequent requests, logged at debug level unless they fail.
const routine = /^\/(_next\/static$|api\/(health|ready|metrics)$|\(file\)$)/;

function note({ scope, method, route, status, ms, isShed }: LogEntry): void {
  countRequest({ method, route: route.includes(",") ? "/api/trpc/(several)" : route, status }, ms / 1000);
  const level = isShed || (status < 400 && routine.test(route)) ? "debug" : status >= 500 ? "error" : "info";
  if (!log().isLevelEnabled(level)) return;
  const user = scope.userId && { user: pseudonymOf(scope.userId) };
  runInScope(scope, () => log()[level]({ method, route, status, ms: Math.round(ms * 10) / 10, ...user }, "request"));
}
