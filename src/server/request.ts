import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";

/** What is left of a limit, and in how many seconds all of it is there again. */
export type Standing = { points: number; seconds: number; left: number; reset: number };

/** What is known of the request that is being answered, or that ordered the job at work. */
export type RequestScope = {
  id: string;
  /** The template of the address, as far as a door has named it. */
  route?: string;
  userId?: string;
  /** What is left of the limits that the request was counted for, by their names. */
  limits?: Map<string, Standing>;
  /** The database is away, which is why the page cannot be shown; read by `scripts/start.mjs`. */
  outage?: boolean;
  /** The page lacks what could not be read for it, and is nobody else's to see. */
  incomplete?: boolean;
};

// Pages and route handlers are separate module instances in one process.
const shared = globalThis as typeof globalThis & { lyceumRequestScopes?: AsyncLocalStorage<RequestScope> };

function scopes(): AsyncLocalStorage<RequestScope> {
  shared.lyceumRequestScopes ??= new AsyncLocalStorage<RequestScope>();
  return shared.lyceumRequestScopes;
}

/** Does `work` as a part of a request: its log lines and the jobs it orders carry the request's id. */
export function within<Result>(scope: RequestScope, work: () => Result): Result {
  return scopes().run(scope, work);
}

/** The id of the request behind the code that asks; undefined for what the server does on its own. */
export function requestId(): string | undefined {
  return scopes().getStore()?.id;
}

/** Names the route of the request, where a door knows it better than the address tells. Never what a visitor typed. */
export function nameRoute(route: string | undefined): void {
  const scope = scopes().getStore();
  if (scope && route !== undefined) scope.route = route;
}

/** Says whose request it is. */
export function nameUser(userId: string): void {
  const scope = scopes().getStore();
  if (scope) scope.userId = userId;
}

/** Notes what is left of a limit, after the request was counted or its count was changed. */
export function noteStanding(name: string, change: (before: Standing | undefined) => Standing | undefined): void {
  const scope = scopes().getStore();
  if (!scope) return;
  scope.limits ??= new Map();
  const standing = change(scope.limits.get(name));
  if (standing) scope.limits.set(name, standing);
}

/** What is left of the limits that this request was counted for. */
export function standings(): ReadonlyMap<string, Standing> {
  return scopes().getStore()?.limits ?? new Map();
}

/** Says that the page cannot be shown because of an outage. */
export function nameOutage(): void {
  const scope = scopes().getStore();
  if (scope) scope.outage = true;
}

/** Says that the page lacks something. */
export function nameIncomplete(): void {
  const scope = scopes().getStore();
  if (scope) scope.incomplete = true;
}

/** True where a page that was made for this request lacks something. */
export function isIncomplete(): boolean {
  return scopes().getStore()?.incomplete ?? false;
}
