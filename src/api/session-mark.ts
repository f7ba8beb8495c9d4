import "server-only";
import { cookieName, isSecure } from "./session";

/** The cookie beside a session cookie that scripts can read: says that there is a session, as long as that cookie stays. */
export function markBeside(sessionCookie: string, headers: Headers): string {
  const [pair = "", ...attributes] = sessionCookie.split(/;\s*/);
  const says = pair.endsWith("=") ? "" : "1";
  const visible = attributes.filter((attribute) => attribute.toLowerCase() !== "httponly");
  return [`${cookieName("loggedIn", headers)}=${says}`, ...visible].join("; ");
}

/** Takes the mark away from a browser whose session is over. */
export function noMark(headers: Headers): string {
  return `${cookieName("loggedIn", headers)}=; Path=/; Max-Age=0; SameSite=Lax${isSecure(headers) ? "; Secure" : ""}`;
}
