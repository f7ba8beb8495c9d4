import { foldedName } from "@/lib/folded";

/** The fields that two applications are compared by, with normalized phone numbers. */
export type Compared = { name: string; selectedClass: number; email: string; phones: readonly string[] };

/** What two applications have in common; `child` if they are for the same one. */
export type Likeness = { child: boolean; phone: boolean; email: boolean };

/**
 * What two applications have in common; undefined for nothing. The same child has the same name and class, and the same
 * phone number or address. With another name, the same contact may be a sibling, or a name in another script.
 */
export function likenessOf(one: Compared, other: Compared): Likeness | undefined {
  const phone = one.phones.some((phone) => other.phones.includes(phone));
  const email = one.email === other.email;
  if (!phone && !email) return undefined;
  const child = one.selectedClass === other.selectedClass && foldedName(one.name) === foldedName(other.name);
  return { child, phone, email };
}

const day = 24 * 60 * 60 * 1000;

/** Whether a merge can still be undone: within a day. */
export const canSeparate = (mergedAt: Date | null, now: Date): boolean =>
  mergedAt !== null && now.getTime() - mergedAt.getTime() < day;
