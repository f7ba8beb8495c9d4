import "server-only";
import { LRUCache } from "lru-cache";
import type { JWT } from "next-auth/jwt";
import { env } from "@/env";
import { findPrincipal, findPrincipalOfSession } from "@/features/auth/data";
import type { AccountView } from "@/features/auth/schema";
import { cookieNames, deviceSeconds } from "@/lib/browser-memory";
import type { Principal } from "@/lib/principal";
import { deviceMark } from "@/server/device";
import { networkOf } from "@/server/network";
import { nameUser } from "@/server/request";
import { secret } from "@/server/secret";
import type { Context } from "@/server/trpc";

/** Those that are set, and one that versions of the site before this one have set. */
const names = { ...cookieNames, callback: "next-auth.callback-url" };

/**
 * A cookie as browsers call it. Over HTTPS its prefix has them refuse one that another host of the domain made, or that
 * travels in clear.
 */
export function cookieName(name: keyof typeof names, headers: Said): string {
  return isSecure(headers) ? `__Host-${names[name]}` : names[name];
}

/** True where the browser speaks HTTPS, with this server or with a proxy before it. */
export function isSecure(headers: Said): boolean {
  const { APP_URL } = env();
  return APP_URL === undefined ? headers.get("x-forwarded-proto") === "https" : APP_URL.startsWith("https:");
}

/** What the session cookie holds, sealed with the secret; the row behind its token decides on every request. */
export type Sealed = { token: string; remember: boolean; account: AccountView };

declare module "next-auth/jwt" {
  interface JWT extends Partial<Sealed> {}
}

/** What a request says of itself. */
type Said = Pick<Headers, "get">;

/** Who sent a request: the one place that knows, for cookie and bearer alike (decision 4). */
export async function principalOf(headers: Said): Promise<Principal | null> {
  const principal = await findCaller(headers);
  if (principal) nameUser(principal.userId);
  return principal;
}

async function findCaller(headers: Said): Promise<Principal | null> {
  const authorization = headers.get("authorization");
  if (authorization !== null) {
    const token = /^Bearer ([\w-]{20,100})$/i.exec(authorization)?.[1];
    return token ? findPrincipal(token, "bearer", new Date()) : null;
  }
  const token = (await unseal(cookieIn(headers, "session")))?.token;
  return token ? principalOfToken(token) : null;
}

/** Whom the token in a cookie stands for. */
export function principalOfToken(token: string): Promise<Principal | null> {
  return findPrincipal(token, "cookie", new Date());
}

/** All that the procedures may know of who sent a request. */
export async function contextOf(headers: Said): Promise<Context> {
  return { principal: await principalOf(headers), ...callerOf(headers) };
}

/** Where a request comes from. */
export function callerOf(headers: Said): Pick<Context, "address" | "device"> {
  return { address: networkOf(headers), device: cookieIn(headers, "device") };
}

/** The cookie that marks a browser as a person's own, for a year. */
export function deviceCookie(userId: string, headers: Said): string {
  const mark = `${cookieName("device", headers)}=${deviceMark(userId)}`;
  return `${mark}; Path=/; Max-Age=${deviceSeconds}; HttpOnly; SameSite=Lax${isSecure(headers) ? "; Secure" : ""}`;
}

/** Who is behind a session, for the end of a work that the person began. */
export async function principalOfSession(id: string): Promise<Principal | null> {
  return findPrincipalOfSession(id, new Date());
}

/** What a cookie of a request holds; undefined where there is none. */
export function cookieIn(headers: Said, name: keyof typeof names): string | undefined {
  const start = `${cookieName(name, headers)}=`;
  const pairs = (headers.get("cookie") ?? "").split(/;\s*/);
  return pairs.findLast((pair) => pair.startsWith(start))?.slice(start.length);
}

// To open a cookie takes longer than to ask the database whether what it says still holds.
const unsealed = new LRUCache<string, JWT>({ max: 2_000 });

/** What a cookie of the session holds; null when it is none of ours. */
export async function unseal(cookie: string | undefined): Promise<JWT | null> {
  if (!cookie) return null;
  const known = unsealed.get(cookie);
  if (known && Number(known.exp) * 1000 > Date.now()) return known;
  // A cookie of another secret, or no cookie of ours at all, is no login.
  const { decode } = await import("next-auth/jwt");
  const opened = await decode({ token: cookie, secret: secret() }).catch(() => null);
  if (opened) unsealed.set(cookie, opened);
  return opened;
}
