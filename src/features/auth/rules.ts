import type { Role } from "@/lib/principal";

const hour = 60 * 60 * 1000;

/** How long a login lasts: 12 hours, or 30 days for who asked to be remembered (decision 6). */
export function sessionLength(remember: boolean): number {
  return remember ? 30 * 24 * hour : 12 * hour;
}

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
