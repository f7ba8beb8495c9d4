import { foldedName } from "@/lib/folded";

/** The fields of a form that applications are compared by, with normalized phone numbers. */
export type Compared = { name: string; selectedClass: number; email: string; phones: readonly string[] };

/** What two applications have in common; `child` if they are for the same one. */
export type Likeness = { child: boolean; phone: boolean; email: boolean };

/**
 * What two applications have in common, each with the forms merged into it; undefined for nothing. The same child has the
 * same name and class, and the same phone number or address. With another name, the same contact may be a sibling, or a name
 * in another script.
 */
export function likenessOf(one: readonly Compared[], other: readonly Compared[]): Likeness | undefined {
  const share = (isAlike: (form: Compared, another: Compared) => boolean) =>
    one.some((form) => other.some((another) => isAlike(form, another)));
  const phone = share(({ phones }, another) => phones.some((number) => another.phones.includes(number)));
  const email = share((form, another) => form.email === another.email);
  if (!phone && !email) return undefined;
  return { child: share(isSameChild), phone, email };
}

const isSameChild = (one: Compared, other: Compared) =>
  one.selectedClass === other.selectedClass && foldedName(one.name) === foldedName(other.name);

const day = 24 * 60 * 60 * 1000;

/** Whether a merge can still be undone: within a day. */
export const canSeparate = (mergedAt: Date | null, now: Date): boolean =>
  mergedAt !== null && now.getTime() - mergedAt.getTime() < day;
