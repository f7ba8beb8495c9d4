import "server-only";
import { LRUCache } from "lru-cache";
import type { JWT } from "next-auth/jwt";
import { env } from "@/env";
import type { AccountView } from "@/features/auth/schema";
import { cookieNames, deviceSeconds } from "@/lib/cookies";
import type { Principal } from "@/lib/principal";
import { deviceIn, deviceMark } from "@/server/auth/device-cookie";
import { findPrincipal, findPrincipalOfSession } from "@/server/auth/principals";
import { secret } from "@/server/auth/secret";
import { requestAddress, setUser } from "@/server/observability/request-scope";
import { networkOf } from "@/server/rate-limits/client-network";
import type { Context } from "@/server/trpc/trpc";

/** Our cookies, and one that only earlier versions of the site have set. */
const names = { ...cookieNames, callback: "next-auth.callback-url" };

/**
 * The full name of a cookie. Over HTTPS it has the prefix `__Host-`, so browsers reject it from other hosts of the domain and
 * over HTTP.
 */
export function cookieName(name: keyof typeof names, headers: RequestHeaders): string {
  return isSecure(headers) ? `__Host-${names[name]}` : names[name];
}

/** True if the browser uses HTTPS, directly or to a proxy. */
export function isSecure(headers: RequestHeaders): boolean {
  const { APP_URL } = env();
  return APP_URL === undefined ? headers.get("x-forwarded-proto") === "https" : APP_URL.startsWith("https:");
}

/** The encrypted content of the session cookie; the session row decides on every request. */
export type Sealed = { token: string; remember: boolean; account: AccountView };

declare module "next-auth/jwt" {
  interface JWT extends Partial<Sealed> {}
}

type RequestHeaders = Pick<Headers, "get">;

/** The principal of a request, from cookie or bearer; the only place that resolves it (decision 4). */
export async function principalOf(headers: RequestHeaders): Promise<Principal | null> {
  const principal = await findCaller(headers);
  if (principal) setUser(principal.userId);
  return principal;
}

async function findCaller(headers: RequestHeaders): Promise<Principal | null> {
  const authorization = headers.get("authorization");
  if (authorization !== null) {
    const token = /^Bearer ([\w-]{20,100})$/i.exec(authorization)?.[1];
    return token ? findPrincipal(token, "bearer", new Date()) : null;
  }
  const token = (await unseal(cookieIn(headers, "session")))?.token;
  return token ? principalOfToken(token) : null;
}

export function principalOfToken(token: string, isUse = true): Promise<Principal | null> {
  return findPrincipal(token, "cookie", new Date(), isUse);
}

export async function contextOf(headers: RequestHeaders): Promise<Context> {
  return { principal: await principalOf(headers), ...callerOf(headers) };
}

/** The client network of a request, and the cookies of its browser other than the session. */
export function callerOf(headers: RequestHeaders): Pick<Context, "address" | "device" | "followed"> {
  const [device, followed] = [cookieIn(headers, "device"), cookieIn(headers, "application")];
  return { address: networkOf(requestAddress()), device, followed };
}

/**
 * The cookie that marks a browser as known to an account, for a year. A mark of the admin side is not replaced, because it is
 * valid on both sides.
 */
export async function deviceCookie(
  { role, userId }: Pick<Principal, "role" | "userId">,
  headers: RequestHeaders,
): Promise<string> {
  const before = cookieIn(headers, "device");
  const isKept = role === "user" && (await deviceIn(before, "admin", userId)) !== undefined;
  const mark = `${cookieName("device", headers)}=${isKept ? before : await deviceMark(role, userId)}`;
  return `${mark}; Path=/; Max-Age=${deviceSeconds}; HttpOnly; SameSite=Lax${isSecure(headers) ? "; Secure" : ""}`;
}

/** The cookie by which a family follows one application until the browser is closed; null removes it. */
export function applicationCookie(token: string | null, headers: RequestHeaders): string {
  const mark = `${cookieName("application", headers)}=${token ?? ""}; Path=/; HttpOnly; SameSite=Lax`;
  return `${mark}${token === null ? "; Max-Age=0" : ""}${isSecure(headers) ? "; Secure" : ""}`;
}

/** The principal of a session by its id, to complete work that the request began. */
export async function principalOfSession(id: string): Promise<Principal | null> {
  return findPrincipalOfSession(id, new Date());
}

/** The value of a request cookie; undefined if absent. */
export function cookieIn(headers: RequestHeaders, name: keyof typeof names): string | undefined {
  const start = `${cookieName(name, headers)}=`;
  const pairs = (headers.get("cookie") ?? "").split(/;\s*/);
  return pairs.findLast((pair) => pair.startsWith(start))?.slice(start.length);
}

// Decrypting a cookie takes longer than the database query for its session.
const decrypted = new LRUCache<string, JWT>({ max: 2_000 });

/** Decrypts a session cookie; null if invalid. */
export async function unseal(cookie: string | undefined): Promise<JWT | null> {
  if (!cookie) return null;
  const known = decrypted.get(cookie);
  if (known && Number(known.exp) * 1000 > Date.now()) return known;
  const { decode } = await import("next-auth/jwt");
  const opened = await decode({ token: cookie, secret: secret() }).catch(() => null);
  if (opened) decrypted.set(cookie, opened);
  return opened;
}
