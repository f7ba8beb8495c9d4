import "server-only";
import { redirect } from "next/navigation";
import { cache } from "react";
import { createCaller } from "@/features";
import { addressFor, type ChildPath } from "@/features/guardians/rules";
import { currentPrincipal, requireRole } from "@/http/page-session";
import type { SearchParams } from "../search-params";

/** The children of the logged-in person, read once per request. */
export const ownChildren = cache(async () => {
  const principal = await currentPrincipal();
  return principal?.isGuardian ? createCaller({ principal }).guardians.children() : [];
});

/**
 * The caller, the child in the URL, and all children of a guardian. The caller's own id is not a child: a student may open a
 * link that was emailed to a guardian. A guardian without a child in the URL and without own data is redirected to the first
 * child.
 */
export async function openFor(path: ChildPath, searchParams: SearchParams) {
  const { child } = await searchParams;
  const principal = await requireRole("user", path);
  const asked = typeof child === "string" && child !== principal.userId ? child : undefined;
  const caller = createCaller({ principal });
  if (asked === undefined && !principal.isGuardian) return { principal, caller };
  const children = await ownChildren();
  return { principal, caller, children, asked, child: children.find(({ _id }) => _id === asked) };
}

/** Redirects a guardian without own data to the first child, and one without a child to today's page, which says so. */
export async function leadToFirst(path: ChildPath, { caller, children }: Awaited<ReturnType<typeof openFor>>) {
  const [first] = children ?? [];
  if (first) redirect(addressFor(path, first._id));
  if ((await caller.account.get()).wasGuardian) redirect("/user/today");
}
