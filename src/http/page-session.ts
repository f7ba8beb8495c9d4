import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { createCaller } from "@/features";
import { rightOfPath } from "@/features/pages";
import { isOn, may } from "@/lib/may";
import type { Principal, Role } from "@/lib/principal";
import { noteDatabaseError } from "@/server/db/database-errors";
import { markIncomplete } from "@/server/observability/request-scope";
import { logUnexpected } from "@/server/trpc/trpc";
import { askedAddress } from "./local-address.mjs";
import { knownPage } from "./page-routes";
import { cookieIn, principalOf } from "./session";

/** The principal of the page that is being rendered; null if not logged in. */
export async function currentPrincipal(): Promise<Principal | null> {
  const requestHeaders = new Headers(await headers());
  return readForPage(() => principalOf(requestHeaders));
}

/** Reads what the page cannot be shown without: an outage of the database makes it a 503, unlike in {@link prefetch}. */
export async function readForPage<Found>(read: () => Promise<Found>): Promise<Found> {
  try {
    return await read();
  } catch (error) {
    noteDatabaseError(error);
    throw error;
  }
}

/**
 * Redirects to the login, with a way back to `path` and the query that was asked for, unless the side matches (decision 5), and
 * staff without the right for this page to a page that says so. Procedures check again.
 */
export async function requireRole(role: Role, path: string): Promise<Principal> {
  const [asked, known] = [askedAddress(path, await headers()), knownPage(path)];
  // `/admin/notices/New` looks like a page with an id.
  if (known !== undefined && known !== path) redirect(known + asked.slice(path.length));
  const principal = await currentPrincipal();
  if (!isOn(role, principal)) redirect(`/login?next=${encodeURIComponent(asked)}`);
  if (role === "admin" && !may(principal, rightOfPath(path))) {
    redirect(principal.lacksSecondStep ? "/admin/account" : `/admin/not-open?page=${encodeURIComponent(path)}`);
  }
  return principal;
}

/** A caller without a principal, for public pages. */
export function publicCaller() {
  return createCaller({ principal: null });
}

/** A caller for the family that follows its application in this browser, regardless of who is logged in. */
export async function followingCaller() {
  return createCaller({ principal: null, followed: cookieIn(new Headers(await headers()), "application") });
}

/** Data for the first render; undefined if reading fails, so that the browser retries and shows the error. */
export async function prefetch<Found>(page: string, read: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await read();
  } catch (error) {
    logUnexpected(error, `page ${page}`);
    markIncomplete();
    return undefined;
  }
}
