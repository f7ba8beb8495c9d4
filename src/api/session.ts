import "server-only";
import NextAuth, { type AuthOptions } from "next-auth";
import type { JWT } from "next-auth/jwt";
import { decode } from "next-auth/jwt";
import Credentials from "next-auth/providers/credentials";
import { findPrincipal, findPrincipalOfSession } from "@/features/auth/data";
import { sessionLength } from "@/features/auth/rules";
import type { AccountView } from "@/features/auth/schema";
import type { Principal, Role } from "@/lib/principal";
import { log } from "@/server/log";
import { secret } from "@/server/secret";
import { appErrorOf, logUnforeseen } from "@/server/trpc";
import { createCaller } from "./root";

// The cookie is sealed with the secret and carries the session's token; the row behind the token decides (decision 3).
const cookieNames = ["__Secure-next-auth.session-token", "next-auth.session-token"];

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

/** Who sent a request: the one place that knows, for cookie and bearer alike (decision 4). */
export async function principalOf(headers: Headers): Promise<Principal | null> {
  const authorization = headers.get("authorization");
  if (authorization !== null) {
    const token = /^Bearer ([\w-]{20,100})$/i.exec(authorization)?.[1];
    return token ? findPrincipal(token, "bearer", new Date()) : null;
  }
  const token = (await unseal(sealedCookie(headers)))?.token;
  return token ? findPrincipal(token, "cookie", new Date()) : null;
}

/** Who is behind a session, for the end of a work that the person began. */
export async function principalOfSession(id: string): Promise<Principal | null> {
  return findPrincipalOfSession(id, new Date());
}

function sealedCookie(headers: Headers): string | undefined {
  const cookies = new Map(
    (headers.get("cookie") ?? "").split(/;\s*/).map((pair): [string, string] => {
      const [name = "", ...value] = pair.split("=");
      return [name, value.join("=")];
    }),
  );
  return cookieNames.map((name) => cookies.get(name)).find(Boolean);
}

async function unseal(cookie: string | undefined): Promise<JWT | null> {
  if (!cookie) return null;
  // A cookie of another secret, or no cookie of ours at all, is no login.
  return decode({ token: cookie, secret: secret() }).catch(() => null);
}

function credentials(role: Role, identifier: "email" | "username") {
  return Credentials({
    id: role,
    credentials: { [identifier]: {}, password: {}, remember: {} },
    async authorize(given) {
      const input = {
        identifier: given?.[identifier] ?? "",
        password: given?.password ?? "",
        role,
        remember: given?.remember === "true",
      };
      try {
        const { token, user } = await createCaller({ principal: null }).auth.login(input);
        return { id: user._id, token, remember: input.remember, account: user };
      } catch (error) {
        logUnforeseen(error, `auth ${role}`);
        throw new Error(appErrorOf(error).message);
      }
    },
  });
}

function options(): AuthOptions {
  return {
    secret: secret(),
    session: { strategy: "jwt", maxAge: sessionLength(true) / 1000 },
    pages: { signIn: "/login", error: "/login" },
    providers: [credentials("user", "email"), credentials("admin", "username")],
    callbacks: {
      jwt: ({ token, user }) => (user ? { token: user.token, remember: user.remember, account: user.account } : token),
      session: ({ session, token }) => ({ expires: session.expires, ...(token.account && { account: token.account }) }),
    },
    events: {
      async signOut({ token }) {
        const principal = token.token ? await findPrincipal(token.token, "cookie", new Date()) : null;
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

type RouteContext = { params: Promise<{ nextauth: string[] }> };

/** NextAuth's endpoints. A login that is not to be remembered leaves a cookie that ends with the browser (decision 6). */
export async function handleAuth(request: Request, context: RouteContext): Promise<Response> {
  const answer: Response = await NextAuth(request as never, context as never, options());
  const headers = new Headers(answer.headers);
  headers.delete("set-cookie");
  for (const cookie of answer.headers.getSetCookie()) headers.append("set-cookie", await endingWithBrowser(cookie));
  return new Response(answer.body, { status: answer.status, headers });
}

async function endingWithBrowser(cookie: string): Promise<string> {
  const [name, value] = cookie.split(";", 1)[0]?.split("=") ?? [];
  if (!name || !value || !cookieNames.includes(name)) return cookie;
  const sealed = await unseal(value);
  return sealed?.remember === false ? cookie.replace(/;\s*(expires|max-age)=[^;]*/gi, "") : cookie;
}
