import "server-only";
import { redirect } from "next/navigation";
import { cache } from "react";
import { createCaller } from "@/features";
import { addressFor, type ChildPath } from "@/features/guardians/rules";
import { currentPrincipal, requireRole } from "@/http/page-session";

/** The children of anyone who is logged in; read once for the page and what stands around it. */
export const ownChildren = cache(async () => {
  const principal = await currentPrincipal();
  return principal?.isGuardian ? createCaller({ principal }).guardians.children() : [];
});

/** What the address says besides the path. */
export type Search = Promise<Record<string, string | string[] | undefined>>;

/**
 * Who opens a page of the user side, and the child that the address names, with all children of the guardian. A guardian who
 * names none, and of whom there is nothing to show, is led to the first child.
 */
export async function openFor(path: ChildPath, searchParams: Search) {
  const { child } = await searchParams;
  const asked = typeof child === "string" ? child : undefined;
  const principal = await requireRole("user", asked === undefined ? path : addressFor(path, asked));
  const caller = createCaller({ principal });
  if (asked === undefined && !principal.isGuardian) return { principal, caller };
  const children = await ownChildren();
  return { principal, caller, children, asked, child: children.find(({ _id }) => _id === asked) };
}

/** Leads a guardian with nothing to show of their own to the first child. */
export function leadToFirst(path: ChildPath, children: { _id: string }[] | undefined): void {
  const [first] = children ?? [];
  if (first) redirect(addressFor(path, first._id));
}
