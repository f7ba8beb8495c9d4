import { loginSeconds } from "@/lib/browser-memory";
import type { Role } from "@/lib/principal";

const hour = 60 * 60 * 1000;

const [quarter, anHour, month] = [15 * 60, 60 * 60, 30 * 24 * 60 * 60];

/** From an address where somebody has logged in, tries are not counted together with those of the world. */
const known = { name: "known-place", points: 1, seconds: month };

/** How often a wrong password may be tried (issue 4). Five leave room for a slip of the finger, but for no list. */
export const loginLimits = {
  place: { name: "login-place", points: 5, seconds: quarter },
  account: { name: "login-account", points: 20, seconds: anHour },
  network: { name: "login-network", points: 100, seconds: quarter },
  known,
};

/** How often a new password may be asked for (issue 4): nobody's mailbox is to be filled. */
export const resetLimits = {
  // As long as a link lasts: whoever finds this limit used up by a stranger has a link in the mail that is still good.
  place: { name: "reset-place", points: 3, seconds: anHour / 2 },
  account: { name: "reset-account", points: 3, seconds: anHour / 2 },
  network: { name: "reset-network", points: 20, seconds: anHour },
  known,
};

/** How many accounts one network may make in an hour; the institute sets the number (`SIGNUPS_PER_HOUR`). */
export const signupLimit = (points: number) => ({ name: "signup", points, seconds: anHour });

/** How often a network may come with a link that is not good (issue 4). */
export const linkLimit = { name: "link", points: 20, seconds: anHour };

/** How often the letter that confirms an address is sent again (issue 4). */
export const confirmationLimit = { name: "confirmation", points: 3, seconds: anHour };

/** How long a mailed link is good: half an hour for a new password (decision 6), two days to confirm an address. */
export const linkLength = { reset: hour / 2, confirm: 48 * hour };

/** How long a login lasts: 12 hours, or 30 days for a student who asked to be remembered (decision 6). */
export function sessionLength(role: Role, remember: boolean): number {
  return 1000 * (remember && role === "user" ? loginSeconds.remembered : loginSeconds.plain);
}

/** True for a session of the administrator's that nobody has used for half an hour: it has ended. */
export function isIdle(role: Role, usedAt: Date, now: Date): boolean {
  return role === "admin" && now.getTime() - usedAt.getTime() >= 1000 * loginSeconds.adminIdle;
}

/** So long a login is fresh enough to show who is there; after that, the password does. */
export const freshness = hour / 6;

/**
 * Where a fresh login leads (decision 5): to the page that was asked for, of this site alone, else to `/` for a student
 * and `/admin` for the administrator.
 */
export function afterLogin(role: Role, next: string | null): string {
  const own = "http://own.invalid";
  const target = next?.startsWith("/") && URL.canParse(next, own) ? new URL(next, own) : undefined;
  // "/.//other.example" is of this site until it is written as a path again.
  const leaves = target?.origin !== own || target.pathname.startsWith("//");
  if (!leaves && !/^\/login\/?$/i.test(target.pathname)) return target.pathname + target.search + target.hash;
  return role === "admin" ? "/admin" : "/";
}
