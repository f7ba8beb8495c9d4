import "server-only";
import { listByPhones } from "@/features/guardians/data-people";
import { foldedName } from "@/lib/folded";
import { placeName } from "@/lib/place-name";
import { phonesHere } from "@/server/auth/login-names";
import { db } from "@/server/db/client";
import { likenessOf } from "./rules-similar";
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

const withId = <Row extends { id: string }>({ id, ...rest }: Row) => ({ _id: id, ...rest });

/** Applications with the same contact, merged applications, and children of guardians with the same phone number. */
export async function findSimilar(id: string): Promise<SimilarView> {
  const own = await db().submission.findUnique({
    where: { id },
    include: {
      merged: { select: { ...shown, mergedAt: true, phone: true, email: true }, orderBy: { createdAt: "asc" } },
      mergedInto: { select: { id: true, reference: true } },
    },
  });
  if (!own) return { similar: [], merged: [], mergedInto: null, siblings: [] };
  const phones = phonesHere(own.phone);
  const [rows, guardians] = await Promise.all([
    db().submission.findMany({
      where: { mergedIntoId: null, NOT: { id } },
      select: { ...shown, phone: true, email: true },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: mostCompared,
    }),
    listByPhones(phones),
  ]);
  const similar = rows.flatMap(({ phone: otherPhone, email, ...row }) => {
    const likeness = likenessOf({ ...own, phones }, { ...row, email, phones: phonesHere(otherPhone) });
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
