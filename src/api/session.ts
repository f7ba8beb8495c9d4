import "server-only";
import { LRUCache } from "lru-cache";
import { NextRequest } from "next/server";
import NextAuth, { type AuthOptions, type CookieOption } from "next-auth";
import type { JWT } from "next-auth/jwt";
import { decode } from "next-auth/jwt";
import Credentials from "next-auth/providers/credentials";
import { env } from "@/env";
import { findPrincipal, findPrincipalOfSession } from "@/features/auth/data";
import { sessionLength } from "@/features/auth/rules";
import type { AccountView } from "@/features/auth/schema";
import { AppError, statusOf } from "@/lib/errors";
import type { Principal, Role } from "@/lib/principal";
import { deviceMark } from "@/server/device";
import { log } from "@/server/log";
import { networkOf } from "@/server/network";
import { outageOf } from "@/server/outage";
import { nameRoute, nameUser } from "@/server/request";
import { readBytes } from "@/server/rest/body";
import { secret } from "@/server/secret";
import { appErrorOf, type Context, logUnforeseen } from "@/server/trpc";
import { refuse } from "./refusals";
import { createCaller } from "./root";

// The cookie is sealed with the secret and carries the session's token; the row behind the token decides (decision 3).
const names = {
  session: "next-auth.session-token",
  csrf: "next-auth.csrf-token",
  callback: "next-auth.callback-url",
  /** Remembers that someone has logged in with this browser, so that strangers' tries cannot lock that person out of it. */
  device: "lyceum-device",
};

/**
 * A cookie as browsers call it. Over HTTPS its prefix has them refuse one that another host of the domain made, or that
 * travels in clear.
 */
function cookieName(name: keyof typeof names, headers: Said): string {
  return isSecure(headers) ? `__Host-${names[name]}` : names[name];
}

function isSecure(headers: Said): boolean {
  const { APP_URL } = env();
  return APP_URL === undefined ? headers.get("x-forwarded-proto") === "https" : APP_URL.startsWith("https:");
}

type Sealed = { token: string; remember: boolean; account: AccountView };

declare module "next-auth" {
  interface User extends Sealed {}
  interface Session {
    account: AccountView;
  }
}

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
  return token ? findPrincipal(token, "cookie", new Date()) : null;
}

/** All that the procedures may know of who sent a request. */
export async function contextOf(headers: Said): Promise<Context> {
  return { principal: await principalOf(headers), ...callerOf(headers) };
}

function callerOf(headers: Said): Pick<Context, "address" | "device"> {
  return { address: networkOf(headers), device: cookieIn(headers, "device") };
}

/** Who is behind a session, for the end of a work that the person began. */
export async function principalOfSession(id: string): Promise<Principal | null> {
  return findPrincipalOfSession(id, new Date());
}

function cookieIn(headers: Said, name: keyof typeof names): string | undefined {
  const start = `${cookieName(name, headers)}=`;
  const pairs = (headers.get("cookie") ?? "").split(/;\s*/);
  return pairs.findLast((pair) => pair.startsWith(start))?.slice(start.length);
}

// To open a cookie takes longer than to ask the database whether what it says still holds.
const unsealed = new LRUCache<string, JWT>({ max: 2_000 });

async function unseal(cookie: string | undefined): Promise<JWT | null> {
  if (!cookie) return null;
  const known = unsealed.get(cookie);
  if (known && Number(known.exp) * 1000 > Date.now()) return known;
  // A cookie of another secret, or no cookie of ours at all, is no login.
  const opened = await decode({ token: cookie, secret: secret() }).catch(() => null);
  if (opened) unsealed.set(cookie, opened);
  return opened;
}

/**
 * What NextAuth meets and has no words for: it would take an outage for a wrong pair, or for the end of a session, and
 * knows nothing of the headers of a refusal.
 */
type Met = { failure?: unknown };

function credentials(role: Role, identifier: "email" | "username", met: Met) {
  return Credentials({
    id: role,
    credentials: { [identifier]: {}, password: {}, remember: {}, code: {} },
    async authorize(given, request) {
      const input = {
        identifier: given?.[identifier] ?? "",
        password: given?.password ?? "",
        role,
        remember: given?.remember === "true" && role === "user",
        code: given?.code || undefined,
      };
      try {
        const { token, user } = await createCaller({
          principal: null,
          ...callerOf(new Headers(request.headers)),
        }).auth.login(input);
        return { id: user._id, token, remember: input.remember, account: user };
      } catch (error) {
        logUnforeseen(error, `auth ${role}`);
        met.failure = error;
        throw new Error(appErrorOf(error).message);
      }
    },
  });
}

function cookies(headers: Headers): NonNullable<AuthOptions["cookies"]> {
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure(headers) };
  const cookie = (name: keyof typeof names): CookieOption => ({ name: cookieName(name, headers), options });
  return { sessionToken: cookie("session"), csrfToken: cookie("csrf"), callbackUrl: cookie("callback") };
}

function options(headers: Headers, met: Met): AuthOptions {
  const find = async (token: string) => {
    try {
      return await findPrincipal(token, "cookie", new Date());
    } catch (error) {
      met.failure = error;
      throw error;
    }
  };
  return {
    secret: secret(),
    session: { strategy: "jwt", maxAge: sessionLength("user", true) / 1000 },
    cookies: cookies(headers),
    pages: { signIn: "/login", error: "/login" },
    providers: [credentials("user", "email", met), credentials("admin", "username", met)],
    callbacks: {
      jwt: ({ token, user }) => (user ? { token: user.token, remember: user.remember, account: user.account } : token),
      // What the cookie says is what was so at the login; the row says what is so now.
      async session({ session: { expires }, token }) {
        const principal = token.token ? await find(token.token) : null;
        return { expires, ...(principal && { account: accountOf(principal) }) };
      },
    },
    events: {
      async signOut({ token }) {
        const principal = token.token ? await find(token.token) : null;
        if (principal) await createCaller({ principal }).auth.logout();
      },
    },
    logger: {
      error: (code) => log().error({ code }, "auth"),
      warn: (code) => log().debug({ code }, "auth"),
      debug: () => {},
    },
  };
}

function accountOf({ userId, role, name, email, username }: Principal): AccountView {
  return { _id: userId, role, name, email, username };
}

/** Those of NextAuth's endpoints that the site uses; others would write to the log for anyone, or fail. */
const endpoints = ["GET csrf", "GET session", "POST callback/user", "POST callback/admin", "POST signout"];

/** Larger than any login. */
const mostBytes = 16 * 1024;

type RouteContext = { params: Promise<{ nextauth: string[] }> };

/**
 * NextAuth's endpoints. A login that is not to be remembered leaves a cookie that ends with the browser (decision 6), and
 * every login leaves a mark of the browser.
 */
export async function handleAuth(request: Request, context: RouteContext): Promise<Response> {
  const { nextauth } = await context.params;
  if (!endpoints.includes(`${request.method} ${nextauth.join("/")}`)) {
    return refuse(new AppError("NOT_FOUND", "There is nothing at this address."), "");
  }
  nameRoute(`/api/auth/${nextauth.join("/")}`);
  const read = await readForm(request).catch((error: unknown) => refuse(appErrorOf(error), ""));
  if (read instanceof Response) return read;
  const met: Met = {};
  const answer: Response = await NextAuth(read as never, context as never, options(request.headers, met));
  const outage = outageOf(met.failure);
  if (outage) return refuse(outage, "");
  const refusal = met.failure === undefined ? undefined : appErrorOf(met.failure);
  const headers = new Headers(answer.headers);
  headers.delete("set-cookie");
  headers.set("cache-control", "no-store");
  for (const [name, value] of Object.entries(refusal?.headers ?? {})) headers.set(name, value);
  const isLogin = new URL(request.url).pathname.includes("/callback/");
  for (const cookie of answer.headers.getSetCookie()) {
    const [name = "", value = ""] = cookie.split(";", 1)[0]?.split("=") ?? [];
    const sealed = value && name === cookieName("session", request.headers) ? await unseal(value) : null;
    headers.append("set-cookie", sealed?.remember === false ? endingWithBrowser(cookie) : cookie);
    if (isLogin && sealed?.account) {
      const secure = isSecure(request.headers) ? "; Secure" : "";
      const mark = `${cookieName("device", request.headers)}=${deviceMark(sealed.account._id)}`;
      headers.append("set-cookie", `${mark}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax${secure}`);
    }
  }
  return new Response(answer.body, { status: refusal ? statusOf[refusal.code] : answer.status, headers });
}

async function readForm(request: Request): Promise<Request> {
  if (request.method !== "POST") return request;
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Please send a form.");
  }
  const body = await readBytes(request, mostBytes);
  return new NextRequest(request.url, { method: request.method, headers: request.headers, body });
}

function endingWithBrowser(cookie: string): string {
  return cookie.replace(/;\s*(expires|max-age)=[^;]*/gi, "");
}
