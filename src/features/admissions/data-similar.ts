import "server-only";
import { listByPhones } from "@/features/guardians/data-people";
import { foldedName } from "@/lib/folded";
import { placeName } from "@/lib/place-name";
import { phonesHere } from "@/server/auth/login-names";
import { db } from "@/server/db/client";
import type { Submission } from "@/server/generated/prisma/client";
import { type Compared, likenessOf } from "./rules-similar";
import type { SimilarView } from "./schema-similar";

const mostCompared = 5000;
const mostShown = 20;

const shown = {
  id: true,
  reference: true,
  name: true,
  parentName: true,
  selectedClass: true,
  state: true,
  createdAt: true,
} as const;

const compared = { name: true, selectedClass: true, phone: true, email: true } as const;

type Form = Pick<Submission, keyof typeof compared>;

const comparedOf = (forms: readonly Form[]): Compared[] =>
  forms.map(({ phone, ...form }) => ({ ...form, phones: phonesHere(phone) }));

const withId = <Row extends { id: string }>({ id, ...rest }: Row) => ({ _id: id, ...rest });

/**
 * Applications with the same contact, merged applications, and children of guardians with the same phone number. A merged
 * application counts with the contact and name of each of its forms.
 */
export async function findSimilar(id: string): Promise<SimilarView> {
  const own = await db().submission.findUnique({
    where: { id },
    include: {
      merged: { select: { ...shown, mergedAt: true, phone: true, email: true }, orderBy: { createdAt: "asc" } },
      mergedInto: { select: { id: true, reference: true } },
    },
  });
  if (!own) return { similar: [], merged: [], mergedInto: null, siblings: [] };
  const forms = comparedOf([own, ...own.merged]);
  const [rows, guardians] = await Promise.all([
    db().submission.findMany({
      where: { mergedIntoId: null, NOT: { id } },
      select: { ...shown, ...compared, merged: { select: compared } },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: mostCompared,
    }),
    listByPhones(forms.flatMap(({ phones }) => phones)),
  ]);
  const similar = rows.flatMap(({ merged, ...row }) => {
    const likeness = likenessOf(forms, comparedOf([row, ...merged]));
    return likeness ? [{ ...withId(row), likeness }] : [];
  });
  // Once enrolled, the child itself is among the guardians' children.
  const isOther = (child: { name: string }) =>
    own.studentId === null || foldedName(child.name) !== foldedName(own.name);
  // Both parents may match the same form.
  const children = guardians.flatMap((guardian) =>
    guardian.children.filter(isOther).map(({ name, className, section }) => ({
      name,
      place: placeName(className, section),
    })),
  );
  return {
    similar: similar
      .sort((one, other) => Number(other.likeness.child) - Number(one.likeness.child))
      .slice(0, mostShown),
    merged: own.merged.map(withId),
    mergedInto: own.mergedInto && withId(own.mergedInto),
    siblings: [...new Map(children.map((child) => [`${child.name} ${child.place}`, child])).values()],
  };
}
