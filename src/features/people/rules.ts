import { foldedName } from "@/lib/folded";
import type { Actions } from "@/lib/may";
import { placeName } from "@/lib/place-name";
import { copy } from "./messages";
import type { HeldView, PersonFacts } from "./schema";

export const actions = { manage: "administrator" } as const satisfies Actions;

/** Maximum number of people that a search shows. */
export const mostFound = 20;

/** Facts that distinguish a person from others with the same name, in words. */
export function wordsOfFacts({ phone, admissionNo, className, section, children }: PersonFacts): string[] {
  return [
    ...(className === null ? [] : [copy.inClass(placeName(className, section))]),
    ...(admissionNo === null ? [] : [copy.numbered(admissionNo)]),
    ...children.map((child) => copy.relatedTo(child.relation, child.name, placeName(child.className, child.section))),
    ...(phone === null ? [] : [phone]),
  ];
}

/**
 * The rows selected initially: those of the only person with the address. If two people share the address, or forms have several
 * names, rows that may belong to another person are not selected.
 */
export function tickedAtFirst({ account, rows }: Pick<HeldView, "account" | "rows">): string[] {
  if (account && account.wards.length > 0) return [];
  const names = new Set(rows.map(({ name }) => foldedName(name)));
  const meant = account ? foldedName(account.name) : names.size === 1 ? [...names][0] : undefined;
  const own = rows.filter(({ name }) => foldedName(name) === meant).map(({ _id }) => _id);
  return account ? [account._id, ...own] : own;
}
