import type { ShownAccount } from "./account-of";

/** Calls NextAuth. Its own client would leave the page when the server cannot be reached, and lose the input. */
export async function postAuth(path: string, fields: Record<string, string>): Promise<Response> {
  const { csrfToken } = (await (await fetch("/api/auth/csrf")).json()) as { csrfToken: string };
  return fetch(path, { method: "POST", body: new URLSearchParams({ ...fields, csrfToken, json: "true" }) });
}

/** Sent by a page that asks automatically while nobody uses it: such pages must not keep a session alive. */
export const leftOpenHeader = "left-open";

/** The account that is logged in with this browser; null for nobody. @throws if the server does not respond */
export async function askSession(isLeftOpen = false): Promise<ShownAccount | null> {
  const answer = await fetch("/api/auth/session", isLeftOpen ? { headers: { [leftOpenHeader]: "1" } } : {});
  if (!answer.ok) throw new Error(`The request for the session was answered with ${answer.status}.`);
  const session = (await answer.json()) as { account?: ShownAccount };
  return session.account ?? null;
}

/** Ends the session of this browser on the server. @throws if that fails */
export async function signOut(): Promise<void> {
  const answer = await postAuth("/api/auth/signout", {});
  if (!answer.ok) throw new Error(`The logout was answered with ${answer.status}.`);
}
