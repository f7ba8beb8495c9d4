import "server-only";
import { cookieNames } from "@/lib/cookies";
import { cookieName, isSecure } from "./session";

/** The script-readable cookie beside a session cookie, with the same lifetime. Its value only says that there is a session. */
export function sessionMark(sessionCookie: string, headers: Headers): string {
  const [pair = "", ...attributes] = sessionCookie.split(/;\s*/);
  const value = pair.endsWith("=") ? "" : "1";
  const visible = attributes.filter((attribute) => attribute.toLowerCase() !== "httponly");
  return [`${cookieName("loggedIn", headers)}=${value}`, ...visible].join("; ");
}

/** Deletes the mark of an expired session, and a mark set before the site had HTTPS. */
export function noMarks(headers: Headers): string[] {
  const name = cookieName("loggedIn", headers);
  const isOld =
    name !== cookieNames.loggedIn &&
    (headers.get("cookie") ?? "").split(/;\s*/).some((pair) => pair.startsWith(`${cookieNames.loggedIn}=`));
  const removed = (one: string) => `${one}=; Path=/; Max-Age=0; SameSite=Lax${isSecure(headers) ? "; Secure" : ""}`;
  return isOld ? [removed(name), removed(cookieNames.loggedIn)] : [removed(name)];
}
