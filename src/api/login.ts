import "server-only";
import { randomUUID } from "node:crypto";
import { NextRequest } from "next/server";
import NextAuth, { type AuthOptions, type CookieOption } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { env } from "@/env";
import { sessionLength } from "@/features/auth/rules";
import type { AccountView } from "@/features/auth/schema";
import { AppError, statusOf } from "@/lib/errors";
import type { Principal, Role } from "@/lib/principal";
import { log } from "@/server/log";
import { outageOf } from "@/server/outage";
import { nameRoute } from "@/server/request";
import { readBytes } from "@/server/rest/body";
import { secret } from "@/server/secret";
import { appErrorOf, logUnforeseen } from "@/server/trpc";
import { refuse } from "./refusals";
import { createCaller } from "./root";
import {
  callerOf,
  cookieIn,
  cookieName,
  deviceCookie,
  isSecure,
  principalOfToken,
  type Sealed,
  unseal,
} from "./session";
import { markBeside, noMark } from "./session-mark";

declare module "next-auth" {
  interface User extends Sealed {}
  interface Session {
    account: AccountView;
  }
}

/**
 * What NextAuth meets and has no words for: it would take an outage for a wrong pair, or for the end of a session, and
 * knows nothing of the headers of a refusal. And whose session it found, where it was asked for that.
 */
type Met = { failure?: unknown; account?: AccountView };

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

/**
 * What NextAuth may call its cookie of where to go after a login. One that holds no address makes all of its answers fail, so
 * it has a name that no browser sends, and is never set: the pages of the site know themselves where to go.
 */
const unreadCookie = `callback-${randomUUID()}`;

function cookies(headers: Headers): NonNullable<AuthOptions["cookies"]> {
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure(headers) };
  const cookie = (name: string): CookieOption => ({ name, options });
  return {
    sessionToken: cookie(cookieName("session", headers)),
    csrfToken: cookie(cookieName("csrf", headers)),
    callbackUrl: cookie(unreadCookie),
  };
}

function options(headers: Headers, met: Met): AuthOptions {
  const find = async (token: string) => {
    try {
      return await principalOfToken(token);
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
      // Nobody is led elsewhere, and a text that is no address is no failure.
      redirect: ({ url, baseUrl }) =>
        URL.canParse(url, baseUrl) && new URL(url, baseUrl).origin === baseUrl ? new URL(url, baseUrl).href : baseUrl,
      jwt: ({ token, user }) => (user ? { token: user.token, remember: user.remember, account: user.account } : token),
      // What the cookie says is what was so at the login; the row says what is so now.
      async session({ session: { expires }, token }) {
        const principal = token.token ? await find(token.token) : null;
        if (principal) met.account = accountOf(principal);
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

/** Where NextAuth sends people to pages of its own, they get to one of the site. */
const pagesInstead = new Map(
  Object.entries({ signin: "/login", signout: "/", error: "/login", "verify-request": "/login" }),
);

/** Larger than any login. */
const mostBytes = 16 * 1024;

type RouteContext = { params: Promise<{ nextauth: string[] }> };

/**
 * NextAuth's endpoints. A login that is not to be remembered leaves a cookie that ends with the browser (decision 6), and
 * every login leaves a mark of the browser.
 */
export async function handleAuth(request: Request, context: RouteContext): Promise<Response> {
  const { nextauth } = await context.params;
  const page = request.method === "GET" && pagesInstead.get(nextauth.join("/"));
  if (page) return new Response(null, { status: 303, headers: { location: page, "cache-control": "no-store" } });
  if (!endpoints.includes(`${request.method} ${nextauth.join("/")}`)) {
    return refuse(new AppError("NOT_FOUND", "There is nothing at this address."), "");
  }
  if (!isNamed(request.headers))
    return refuse(new AppError("BAD_REQUEST", "The name of this site cannot be read."), "");
  nameRoute(`/api/auth/${nextauth.join("/")}`);
  const read = await readRequest(request).catch((error: unknown) => refuse(appErrorOf(error), ""));
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
  const secure = isSecure(request.headers) ? "; Secure" : "";
  // Versions of the site before this one have set it.
  if (cookieIn(request.headers, "callback") !== undefined)
    headers.append("set-cookie", `${cookieName("callback", request.headers)}=; Path=/; Max-Age=0${secure}`);
  const isLogin = new URL(request.url).pathname.includes("/callback/");
  const isOver = nextauth[0] === "session" && !met.account;
  if (isOver) headers.append("set-cookie", noMark(request.headers));
  for (const cookie of answer.headers.getSetCookie()) {
    const [name = "", value = ""] = cookie.split(";", 1)[0]?.split("=") ?? [];
    if (name === unreadCookie) continue;
    const sealed = value && name === cookieName("session", request.headers) ? await unseal(value) : null;
    const kept = sealed?.remember === false ? endingWithBrowser(cookie) : cookie;
    headers.append("set-cookie", kept);
    if (name === cookieName("session", request.headers) && !isOver)
      headers.append("set-cookie", markBeside(kept, request.headers));
    if (isLogin && sealed?.account) headers.append("set-cookie", deviceCookie(sealed.account._id, request.headers));
  }
  return new Response(answer.body, { status: refusal ? statusOf[refusal.code] : answer.status, headers });
}

/** Without a setting, NextAuth takes the name of the site from these headers, and fails where they hold none. */
function isNamed(headers: Headers): boolean {
  const host = headers.get("x-forwarded-host") ?? headers.get("host");
  return env().APP_URL !== undefined || URL.canParse(`http://${host}`);
}

/** The request as NextAuth takes it: without a `callbackUrl` in its address, which fails where it is none. */
async function readRequest(request: Request): Promise<Request> {
  const url = new URL(request.url);
  url.searchParams.delete("callbackUrl");
  if (request.method !== "POST") return new NextRequest(url, { headers: request.headers });
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", "Please send a form.");
  }
  const body = await readBytes(request, mostBytes);
  return new NextRequest(url, { method: request.method, headers: request.headers, body });
}

function endingWithBrowser(cookie: string): string {
  return cookie.replace(/;\s*(expires|max-age)=[^;]*/gi, "");
}
