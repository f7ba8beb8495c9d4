import { loginSeconds } from "@/lib/cookies";
import type { Actions } from "@/lib/may";
import type { Role } from "@/lib/principal";

export const actions = { logout: "member", confirmAddress: "student" } as const satisfies Actions;

const hour = 60 * 60 * 1000;

const [quarter, anHour, month] = [15 * 60, 60 * 60, 30 * 24 * 60 * 60];

/** From an address where somebody has logged in, tries are not counted together with those of the world. */
const known = { name: "known-place", points: 1, seconds: month };

/** How often a wrong password may be tried (decision 68). Five leave room for a slip of the finger, but for no list. */
export const loginLimits = {
  location: { name: "login-place", points: 5, seconds: quarter },
  account: { name: "login-account", points: 20, seconds: anHour },
  network: { name: "login-network", points: 100, seconds: quarter },
  known,
};

/** How often a new password may be asked for (decision 68), so that nobody's mailbox is flooded. */
export const resetLimits = {
  // As long as a link lasts: whoever finds this limit used up by a stranger has a link in the mail that is still good.
  location: { name: "reset-place", points: 3, seconds: anHour / 2 },
  account: { name: "reset-account", points: 3, seconds: anHour / 2 },
  network: { name: "reset-network", points: 20, seconds: anHour },
  known,
};

/** How many accounts one network may make in an hour; the institute sets the number (`SIGNUPS_PER_HOUR`). */
export const signupLimit = (points: number) => ({ name: "signup", points, seconds: anHour });

/** How often a network may come with a link that is not good (decision 68). */
export const linkLimit = { name: "link", points: 20, seconds: anHour };

/** How often the email that confirms an address is sent again (decision 68). */
export const confirmationLimit = { name: "confirmation", points: 3, seconds: anHour };

/** How long a mailed link is good: half an hour for a new password (decision 6), two days to confirm an address. */
export const linkLength = { reset: hour / 2, confirm: 48 * hour };

/** Whether a mailed link sets a new password; the administrator's is set on the server itself (`npm run admin`). */
export const hasMailedReset = (role: Role) => role === "user";

/** Only students stay logged in, if they ask for it (decision 6). */
export const isRemembered = (role: Role, asked: boolean) => asked && role === "user";

/** How long a login lasts: 12 hours, or 30 days for a student who asked to be remembered (decision 6). */
export function sessionLength(role: Role, remember: boolean): number {
  return 1000 * (isRemembered(role, remember) ? loginSeconds.remembered : loginSeconds.plain);
}

/** So long a login is fresh enough to show who is there; after that, the password does. */
export const freshness = hour / 6;

type Landing = { role: Role; isGuardian?: boolean | undefined };

/**
 * Where a fresh login leads (decision 5): to the page that was asked for, of this site alone, else to `/` for a student, to the
 * children's day for a guardian, and to `/admin` for staff.
 */
export function afterLogin({ role, isGuardian = false }: Landing, next: string | null): string {
  const own = "http://own.invalid";
  const target = next?.startsWith("/") && URL.canParse(next, own) ? new URL(next, own) : undefined;
  // "/.//other.example" is of this site until it is written as a path again.
  const leaves = target?.origin !== own || target.pathname.startsWith("//");
  if (!leaves && !/^\/login\/?$/i.test(target.pathname)) return target.pathname + target.search + target.hash;
  if (role === "admin") return "/admin";
  return isGuardian ? "/user/today" : "/";
}
