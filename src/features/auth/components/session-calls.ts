import { forgetAccount } from "@/lib/account";
import type { Role } from "@/lib/principal";
import { copy } from "../copy";
import type { AccountView } from "../schema";

// NextAuth's own client would leave the page when the server cannot be reached, and lose what was typed.
async function post(path: string, fields: Record<string, string>): Promise<Response> {
  const { csrfToken } = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken: string };
  return fetch(path, { method: "POST", body: new URLSearchParams({ ...fields, csrfToken, json: "true" }) });
}

/** Why a login was refused, and whether there were too many tries before it. */
export type Refused = { refused: string; isLocked: boolean };

/** Opens a session in this browser. Answers the account, or why not. @throws when the server cannot be reached */
export async function signIn(role: Role, fields: Record<string, string>): Promise<AccountView | Refused> {
  const answer = await post(`/api/auth/callback/${role}`, fields);
  const { url = "", message } = (await answer.json()) as { url?: string; message?: string };
  const refused = new URL(url, window.location.href).searchParams.get("error") ?? message;
  if (!answer.ok || refused) return { refused: refused || copy.loginFailed, isLocked: answer.status === 429 };
  return (await askSession()) ?? { refused: copy.loginFailed, isLocked: false };
}

/** Who is logged in with this browser, as the server says; null for nobody. @throws when it does not say */
export async function askSession(): Promise<AccountView | null> {
  const answer = await fetch("/api/auth/session");
  if (!answer.ok) throw new Error(`The question for the session was answered with ${answer.status}.`);
  const session = (await answer.json()) as { account?: AccountView };
  return session.account ?? null;
}

/** Ends the session of this browser on the server. @throws when the server did not */
export async function signOut(): Promise<void> {
  const answer = await post("/api/auth/signout", {});
  if (!answer.ok) throw new Error(`The logout was answered with ${answer.status}.`);
}

/** For when the session is over on the server already: this browser forgets it, too. */
export async function forgetSession(): Promise<void> {
  // Without the server the cookie stays, and opens nothing.
  await signOut().catch((error: unknown) => console.error(error));
  forgetAccount();
}
