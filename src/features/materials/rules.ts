import { type Actions, covers, taughtFor } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import type { MaterialInput } from "./schema";

/** Permissions of this room. */
export const actions = { manage: "teaching" } as const satisfies Actions;

/** True from the moment the expiry passes (decision 17); null never expires. */
export function hasExpired(expiresAt: Date | null, now: Date): boolean {
  return expiresAt !== null && expiresAt <= now;
}

/** The query for the newest materials of a class. */
export const newestOfClass = (className: string) => ({ className, limit: 24 });

/** True in the last week before something ends. */
export function endsSoon(expiresAt: Date, now: Date): boolean {
  return expiresAt.getTime() - now.getTime() < 7 * 24 * 60 * 60 * 1000;
}

/** Maximum count of matching materials; one more means "more than". */
export const mostCounted = 1000;

/** The number of matches as text. */
export function countOf(total: number): string {
  return total > mostCounted ? `${mostCounted}+` : String(total);
}

/** The number of materials on the next page; undefined if they were not counted. */
export function nextCount(total: number, shown: number, limit: number): number | undefined {
  const left = total - shown;
  if (left >= limit) return limit;
  return total > mostCounted || left <= 0 ? undefined : left;
}

/** The error of a new material's availability, if any (spec §5, decision 17). */
export function availabilityFault(
  {
    expiresAt,
    alwaysAvailable,
    availableFrom = null,
  }: Pick<MaterialInput, "expiresAt" | "alwaysAvailable"> & { availableFrom?: Date | null },
  now: Date,
): "expiryRequired" | "expiryPassed" | "expiryBeforeStart" | null {
  if (alwaysAvailable) return null;
  if (expiresAt === null) return "expiryRequired";
  if (hasExpired(expiresAt, now)) return "expiryPassed";
  return availableFrom !== null && expiresAt <= availableFrom ? "expiryBeforeStart" : null;
}

/** A start in the future; null once it has passed. */
export function startOf(availableFrom: Date | null, now: Date): Date | null {
  return availableFrom !== null && availableFrom > now ? availableFrom : null;
}

/** The sections to notify of a material: all (empty list), or those of a teacher of single sections. */
export function sectionsToNotify(by: Principal, material: Pick<MaterialInput, "className" | "subject">): string[] {
  const taught = taughtFor(by, actions.manage) ?? [];
  const sections = taught.flatMap((one) => (covers(one, material) ? [one.section] : []));
  return sections.includes(null) ? [] : sections.filter((section) => section !== null);
}
