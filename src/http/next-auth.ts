import "server-only";
import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { env } from "@/env";
import { AppError, inWords, statusOf } from "@/lib/errors";
import { databaseErrorOf } from "@/server/db/database-errors";
import { say } from "@/server/messages";
import { setRoute } from "@/server/observability/request-scope";
import { readBytes } from "@/server/rest/body";
import { appErrorOf } from "@/server/trpc/trpc";
import { errorResponse } from "./error-responses";
import { type Outcome, optionsFor, unreadCookie } from "./next-auth-options";
import { cookieIn, cookieName, deviceCookie, isSecure, unseal } from "./session";
import { noMarks, sessionMark } from "./session-mark";

/** The NextAuth endpoints that the site uses; anyone could fill the log or cause failures with the others. */
const endpoints = ["GET csrf", "GET session", "POST callback/user", "POST callback/admin", "POST signout"];

const pagesInstead = new Map(
  Object.entries({ signin: "/login", signout: "/", error: "/login", "verify-request": "/login" }),
);

/** Maximum body size; larger than any login form. */
const maxBytes = 16 * 1024;

type RouteContext = { params: Promise<{ nextauth: string[] }> };

/**
 * Handles NextAuth's endpoints. Without "remember me", the session cookie lasts until the browser closes (decision 6). Every
 * login sets a device cookie.
 */
export async function handleAuth(request: Request, context: RouteContext): Promise<Response> {
  const { nextauth } = await context.params;
  const page = request.method === "GET" && pagesInstead.get(nextauth.join("/"));
  if (page) return new Response(null, { status: 303, headers: { location: page, "cache-control": "no-store" } });
  if (!endpoints.includes(`${request.method} ${nextauth.join("/")}`)) {
    return errorResponse(new AppError("NOT_FOUND", say("nothingHere")), "");
  }
  if (!isNamed(request.headers)) return errorResponse(new AppError("BAD_REQUEST", say("badHost")), "");
  setRoute(`/api/auth/${nextauth.join("/")}`);
  const read = await readRequest(request).catch((error: unknown) => errorResponse(appErrorOf(error), ""));
  if (read instanceof Response) return read;
  const outcome: Outcome = {};
  const response: Response = await NextAuth(read, context, optionsFor(request.headers, outcome));
  const outage = databaseErrorOf(outcome.failure);
  if (outage) return errorResponse(outage, "");
  const error = outcome.failure === undefined ? undefined : appErrorOf(outcome.failure);
  const headers = new Headers(response.headers);
  headers.delete("set-cookie");
  headers.set("cache-control", "no-store");
  for (const [name, value] of Object.entries(error?.headers ?? {})) headers.set(name, value);
  // NextAuth has no field for it in its response.
  if (error) headers.set("error-key", inWords(error).key);
  const secure = isSecure(request.headers) ? "; Secure" : "";
  // Delete the callback cookie of earlier versions of the site.
  if (cookieIn(request.headers, "callback") !== undefined)
    headers.append("set-cookie", `${cookieName("callback", request.headers)}=; Path=/; Max-Age=0${secure}`);
  const isLogin = new URL(request.url).pathname.includes("/callback/");
  const isExpired = nextauth[0] === "session" && !outcome.account;
  if (isExpired) for (const mark of noMarks(request.headers)) headers.append("set-cookie", mark);
  for (const cookie of response.headers.getSetCookie()) {
    const [name = "", value = ""] = cookie.split(";", 1)[0]?.split("=") ?? [];
    if (name === unreadCookie) continue;
    const sealed = value && name === cookieName("session", request.headers) ? await unseal(value) : null;
    const kept = sealed?.remember === false ? endingWithBrowser(cookie) : cookie;
    headers.append("set-cookie", kept);
    if (name === cookieName("session", request.headers) && !isExpired)
      headers.append("set-cookie", sessionMark(kept, request.headers));
    if (!isLogin || !sealed?.account) continue;
    const { _id: userId, role } = sealed.account;
    headers.append("set-cookie", await deviceCookie({ userId, role }, request.headers));
  }
  return new Response(response.body, { status: error ? statusOf[error.code] : response.status, headers });
}

/** Without APP_URL, NextAuth takes the host from these headers, and fails if it is invalid. */
function isNamed(headers: Headers): boolean {
  const host = headers.get("x-forwarded-host") ?? headers.get("host");
  return env().APP_URL !== undefined || URL.canParse(`http://${host}`);
}

/** The request for NextAuth, without the query parameter `callbackUrl`: an invalid one makes NextAuth fail. */
async function readRequest(request: Request): Promise<NextRequest> {
  const url = new URL(request.url);
  url.searchParams.delete("callbackUrl");
  if (request.method !== "POST") return new NextRequest(url, { headers: request.headers });
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) {
    throw new AppError("UNSUPPORTED_MEDIA_TYPE", say("sendWebForm"));
  }
  const body = await readBytes(request, maxBytes);
  return new NextRequest(url, { method: request.method, headers: request.headers, body });
}

function endingWithBrowser(cookie: string): string {
  return cookie.replace(/;\s*(expires|max-age)=[^;]*/gi, "");
}
