import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";

/** What is known of the request that is being answered, or that ordered the job at work. */
export type RequestScope = {
  id: string;
  /** The template of the address, as far as a door has named it. */
  route?: string;
  userId?: string;
  /** The database is away, which is why the page cannot be shown; read by `scripts/start.mjs`. */
  outage?: boolean;
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

/** Says that the page cannot be shown because of an outage. */
export function nameOutage(): void {
  const scope = scopes().getStore();
  if (scope) scope.outage = true;
}
