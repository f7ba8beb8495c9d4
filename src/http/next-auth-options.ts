import "server-only";
import { randomUUID } from "node:crypto";
import type { AuthOptions, CookieOption } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { createCaller } from "@/features";
import { isRemembered, sessionLength } from "@/features/auth/rules";
import type { ShownAccount } from "@/lib/account-of";
import { inWords } from "@/lib/errors";
import { rightsOf } from "@/lib/may";
import { identifierOf, type Principal, type Role } from "@/lib/principal";
import { leftOpenHeader } from "@/lib/session-calls";
import { secret } from "@/server/auth/secret";
import { log } from "@/server/observability/log";
import { appErrorOf, logUnexpected } from "@/server/trpc/trpc";
import { callerOf, cookieName, isSecure, principalOfToken, type Sealed } from "./session";

declare module "next-auth" {
  interface User extends Sealed {}
  interface Session {
    account: ShownAccount;
  }
}

/**
 * What NextAuth cannot express: the error behind a failed login (it would report an outage as wrong credentials, and drop the
 * response headers), and the account of the session.
 */
export type Outcome = { failure?: unknown; account?: ShownAccount };

function credentials(role: Role, outcome: Outcome) {
  const identifier = identifierOf[role];
  return Credentials({
    id: role,
    credentials: { [identifier]: {}, password: {}, remember: {}, code: {}, newPassword: {} },
    async authorize(given, request) {
      const input = {
        identifier: given?.[identifier] ?? "",
        password: given?.password ?? "",
        role,
        remember: isRemembered(role, given?.remember === "true"),
        code: given?.code || undefined,
        newPassword: given?.newPassword || undefined,
      };
      try {
        const { token, user } = await createCaller({
          principal: null,
          ...callerOf(new Headers(request.headers)),
        }).auth.login(input);
        return { id: user._id, token, remember: input.remember, account: user };
      } catch (error) {
        logUnexpected(error, `auth ${role}`);
        outcome.failure = error;
        throw new Error(inWords(appErrorOf(error)).message);
      }
    },
  });
}

/**
 * A random name for NextAuth's callback-url cookie. NextAuth fails on every request while that cookie is invalid, so no
 * browser must be able to send it. We drop it from responses: our pages know where to go after a login.
 */
export const unreadCookie = `callback-${randomUUID()}`;

function cookies(headers: Headers): NonNullable<AuthOptions["cookies"]> {
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: isSecure(headers) };
  const cookie = (name: string): CookieOption => ({ name, options });
  return {
    sessionToken: cookie(cookieName("session", headers)),
    csrfToken: cookie(cookieName("csrf", headers)),
    callbackUrl: cookie(unreadCookie),
  };
}

/** NextAuth's options for a request with these headers: our cookies, pages, logins and sessions. */
export function optionsFor(headers: Headers, outcome: Outcome): AuthOptions {
  const find = async (token: string) => {
    try {
      return await principalOfToken(token, !headers.has(leftOpenHeader));
    } catch (error) {
      outcome.failure = error;
      throw error;
    }
  };
  return {
    secret: secret(),
    session: { strategy: "jwt", maxAge: sessionLength("user", true) / 1000 },
    cookies: cookies(headers),
    pages: { signIn: "/login", error: "/login" },
    providers: [credentials("user", outcome), credentials("admin", outcome)],
    callbacks: {
      // No open redirects; an invalid URL leads to the home page.
      redirect: ({ url, baseUrl }) =>
        URL.canParse(url, baseUrl) && new URL(url, baseUrl).origin === baseUrl ? new URL(url, baseUrl).href : baseUrl,
      jwt: ({ token, user }) => (user ? { token: user.token, remember: user.remember, account: user.account } : token),
      // The cookie has the account as of the login; the database has the current one.
      async session({ session: { expires }, token }) {
        const principal = token.token ? await find(token.token) : null;
        if (principal) outcome.account = shownAccountOf(principal);
        return { expires, ...(principal && { account: shownAccountOf(principal) }) };
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

/** An account with what it may do today, for the browser to show. */
function shownAccountOf(principal: Principal): ShownAccount {
  const { userId, role, name, email, username, isGuardian } = principal;
  return { _id: userId, role, name, email, username, rights: rightsOf(principal), ...(isGuardian && { isGuardian }) };
}
