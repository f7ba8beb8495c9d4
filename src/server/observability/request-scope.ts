import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { processState } from "@/server/process-state";

/** State of a rate limit; `reset` in seconds. */
export type LimitState = { points: number; seconds: number; left: number; reset: number };

/** Context of the current request, or of the request that enqueued the current job. */
export type RequestScope = {
  id: string;
  address?: string;
  route?: string;
  userId?: string;
  limits?: Map<string, LimitState>;
  /** The page failed because of a database outage; read by `src/main/next-responses.mjs`. */
  outage?: boolean;
  /** Some data could not be read, so the page must not be cached. */
  incomplete?: boolean;
};

const shared = processState<{ lyceumRequestScopes?: AsyncLocalStorage<RequestScope | undefined> }>();

function scopes(): AsyncLocalStorage<RequestScope | undefined> {
  shared.lyceumRequestScopes ??= new AsyncLocalStorage();
  return shared.lyceumRequestScopes;
}

/** Runs `work` in a request's scope, so that its log lines and jobs carry the request's id; without one, in none. */
export function runInScope<Result>(scope: RequestScope | undefined, work: () => Result): Result {
  return scopes().run(scope, work);
}

/** Id of the current request; undefined outside of one. */
export function requestId(): string | undefined {
  return scopes().getStore()?.id;
}

/** Client address of the current request; undefined outside of one. */
export function requestAddress(): string | undefined {
  return scopes().getStore()?.address;
}

/** Sets the route template. Never pass a path that a visitor typed. */
export function setRoute(route: string | undefined): void {
  const scope = scopes().getStore();
  if (scope && route !== undefined) scope.route = route;
}

export function setUser(userId: string): void {
  const scope = scopes().getStore();
  if (scope) scope.userId = userId;
}

export function updateLimit(name: string, change: (before: LimitState | undefined) => LimitState | undefined): void {
  const scope = scopes().getStore();
  if (!scope) return;
  scope.limits ??= new Map();
  const standing = change(scope.limits.get(name));
  if (standing) scope.limits.set(name, standing);
}

export function usedLimits(): ReadonlyMap<string, LimitState> {
  return scopes().getStore()?.limits ?? new Map();
}

export function markDatabaseError(): void {
  const scope = scopes().getStore();
  if (scope) scope.outage = true;
}

export function markIncomplete(): void {
  const scope = scopes().getStore();
  if (scope) scope.incomplete = true;
}

/** True if a part of the page could not be read. */
export function isIncomplete(): boolean {
  return scopes().getStore()?.incomplete ?? false;
}
