import { loginSeconds } from "@/lib/cookies";
import type { Actions } from "@/lib/may";
import type { Role } from "@/lib/principal";

export const actions = { logout: "member", confirmAddress: "student" } as const satisfies Actions;

const hour = 60 * 60 * 1000;

const [quarter, anHour, month] = [15 * 60, 60 * 60, 30 * 24 * 60 * 60];

/** Attempts from a network with an earlier login are counted separately. */
const known = { name: "known-place", points: 1, seconds: month };

/** Rate limits for wrong passwords (decision 68). Five attempts allow for typing errors, but not for guessing from a list. */
export const loginLimits = {
  location: { name: "login-place", points: 5, seconds: quarter },
  account: { name: "login-account", points: 20, seconds: anHour },
  network: { name: "login-network", points: 100, seconds: quarter },
  known,
};

/** Rate limits for password resets (decision 68), which protect mailboxes from floods. */
export const resetLimits = {
  // The limit lasts as long as a link: if a stranger uses it up, the owner has a valid link in the mailbox.
  location: { name: "reset-place", points: 3, seconds: anHour / 2 },
  account: { name: "reset-account", points: 3, seconds: anHour / 2 },
  network: { name: "reset-network", points: 20, seconds: anHour },
  // Each login marks another browser as known, so without this limit one person could request any number of emails (decision 393).
  browsers: { name: "reset-browsers", points: 6, seconds: anHour / 2 },
  known,
};

/** Accounts that one network may create in an hour (`SIGNUPS_PER_HOUR`). */
export const signupLimit = (points: number) => ({ name: "signup", points, seconds: anHour });

/** Rate limit per network for invalid links (decision 68). */
export const linkLimit = { name: "link", points: 20, seconds: anHour };

/** Rate limit for resending the confirmation email (decision 68). */
export const confirmationLimit = { name: "confirmation", points: 3, seconds: anHour };

/** How long an emailed link is valid: half an hour for a password reset (decision 6), two days for a confirmation. */
export const linkLength = { reset: hour / 2, confirm: 48 * hour };

/** Whether an emailed link can set a new password; the administrator's is set on the server (`npm run admin`). */
export const hasMailedReset = (role: Role) => role === "user";

/** Only students can choose to stay logged in (decision 6). */
export const isRemembered = (role: Role, asked: boolean) => asked && role === "user";

/** Duration of a login: 12 hours, or 30 days for a student who chose to stay logged in (decision 6). */
export function sessionLength(role: Role, remember: boolean): number {
  return 1000 * (isRemembered(role, remember) ? loginSeconds.remembered : loginSeconds.plain);
}

/** How long a login counts as recent; afterwards the password is required. */
export const freshness = hour / 6;

type Landing = { role: Role; isGuardian?: boolean | undefined };

/**
 * Where a login leads (decision 5): to the requested page of this site, otherwise to `/` for a student, to the children's
 * overview for a guardian, and to `/admin` for staff.
 */
export function afterLogin({ role, isGuardian = false }: Landing, next: string | null): string {
  const own = "http://own.invalid";
  const target = next?.startsWith("/") && URL.canParse(next, own) ? new URL(next, own) : undefined;
  // "/.//other.example" belongs to this site until it is normalized.
  const leaves = target?.origin !== own || target.pathname.startsWith("//");
  if (!leaves && !/^\/login\/?$/i.test(target.pathname)) return target.pathname + target.search + target.hash;
  if (role === "admin") return "/admin";
  return isGuardian ? "/user/today" : "/";
}

/** The pages of the user side that also exist on the admin side, about a child. */
const ofResults = /^\/user\/(results|report-cards)$/;
const ofChildren = /^\/user(\/(today|children|tests|my-materials))?$/;

/**
 * Where the login page redirects a person who is logged in: to the requested page, or to its counterpart on their own side. Null
 * if only a login on the other side can open it (decision 327).
 */
export function throughLogin(by: Landing, next: string | null): string | null {
  const path = next === null ? "" : afterLogin(by, next);
  const { pathname, searchParams } = new URL(path, "http://own.invalid");
  const [, side] = /^\/(user|admin)(?:\/|$)/.exec(pathname) ?? [];
  if (side === undefined) return "/dashboard";
  if (side === by.role) return path;
  if (by.role === "user" || !by.isGuardian) return null;
  const child = searchParams.get("child");
  if (child !== null && ofResults.test(pathname)) return `/admin/children/${encodeURIComponent(child)}`;
  return ofResults.test(pathname) || ofChildren.test(pathname) ? "/admin/children" : null;
}
