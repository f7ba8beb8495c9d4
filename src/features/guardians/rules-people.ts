type Standing = { grants: readonly object[]; passwordHash: string | null };

/** Of two entries of one person, the one that is kept first: whoever works here, else who logs in, else the first one. */
export function personOrder<Person extends Standing>(one: Person, other: Person): [kept: Person, gone: Person] {
  const rank = ({ grants, passwordHash }: Person) => (grants.length > 0 ? 2 : 0) + (passwordHash === null ? 0 : 1);
  return rank(other) > rank(one) ? [other, one] : [one, other];
}

type Child = { name: string; relation: string; className: string | null; section: string | null };

/** What somebody is to a child: "mother of Asha Rao, 7 A". */
export function wordsOfChild({ name, relation, className, section }: Child): string {
  const place = [className, section].filter(Boolean).join(" ");
  return [`${relation} of ${name}`, ...(place ? [place] : [])].join(", ");
}
