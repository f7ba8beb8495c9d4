import type { Actions } from "@/lib/may";
import type { HeldView } from "./schema";

export const actions = { manage: "administrator" } as const satisfies Actions;

const keyOf = (name: string) => name.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();

/**
 * The rows that are ticked at first: those of the one person the address is known to be of. An address that two people
 * share, or forms with several names, tick nothing that may belong to another.
 */
export function tickedAtFirst({ account, rows }: Pick<HeldView, "account" | "rows">): string[] {
  if (account && account.wards.length > 0) return [];
  const names = new Set(rows.map(({ name }) => keyOf(name)));
  const meant = account ? keyOf(account.name) : names.size === 1 ? [...names][0] : undefined;
  const own = rows.filter(({ name }) => keyOf(name) === meant).map(({ _id }) => _id);
  return account ? [account._id, ...own] : own;
}
