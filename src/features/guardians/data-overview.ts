import "server-only";
import { dateHere } from "@/content/institute";
import { listLatestOf } from "@/features/results/data-latest";
import { inOrder, listNextTests } from "@/features/schedules/data-next";
import type { Principal } from "@/lib/principal";
import { listChildren } from "./data";
import { followedPlaces } from "./rules";
import type { ChildOverview, ChildView } from "./schema";

const isKnown = ({ emailConfirmed, vouched }: Principal) => emailConfirmed || vouched;

export function listOwnChildren(principal: Principal): Promise<ChildView[]> {
  return listChildren(principal.userId, isKnown(principal));
}

/** The classes and sections whose tests and materials concern these children. */
export const placesOf = (children: ChildView[]) => children.flatMap(followedPlaces);

/** Like {@link listOwnChildren}, with the newest result of each child, if the link allows it, and the next tests. */
export async function listOverview(principal: Principal, now: Date): Promise<ChildOverview[]> {
  const children = await listOwnChildren(principal);
  const seen = isKnown(principal) ? children.filter(({ seesResults }) => seesResults) : [];
  const [latest, tests] = await Promise.all([
    listLatestOf(
      seen.map(({ _id }) => _id),
      principal.userId,
    ),
    listNextTests(placesOf(children), dateHere(now)),
  ]);
  return children.map((child) => ({
    ...child,
    latest: latest.get(child._id) ?? null,
    tests: inOrder(tests.splice(0, child.classes.length)),
  }));
}
