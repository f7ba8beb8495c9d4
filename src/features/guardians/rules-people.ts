import { placeName } from "@/lib/place-name";

type Standing = { _count: { grants: number }; passwordHash: string | null };

/** Two entries of one person in order of preference: present or former staff first, then a login, then the given order. */
export function personOrder<Person extends Standing>(one: Person, other: Person): [kept: Person, gone: Person] {
  const rank = ({ _count, passwordHash }: Person) => (_count.grants > 0 ? 2 : 0) + (passwordHash === null ? 0 : 1);
  return rank(other) > rank(one) ? [other, one] : [one, other];
}

type Ending = { guardianId: string; endedAt: Date | null };

/** The latest ended link of a person, of links in which open ones come first and then ended ones, newest first. */
export const lastEndedOf = <Link extends Ending>(links: readonly Link[], guardianId: string): Link | undefined =>
  links.find((link) => link.endedAt !== null && link.guardianId === guardianId);

type Child = { name: string; relation: string; className: string | null; section: string | null };

/** A person's relation to a child: "mother of Asha Rao, 7 A". */
export function wordsOfChild({ name, relation, className, section }: Child): string {
  const place = placeName(className, section);
  return [`${relation} of ${name}`, ...(place ? [place] : [])].join(", ");
}
