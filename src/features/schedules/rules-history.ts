import { emailDelay } from "@/lib/email-delay";
import type { ChangeView, Values } from "./schema-changes";

export type Step = { at: Date; kind: ChangeView["kind"]; after: Values; reason: string | null };

/** A date and a time. */
export type When = { testDate: string; testTime: string };

/** True for the same date and time. */
export const isSamePlace = (one: When, other: When | undefined) =>
  one.testDate === other?.testDate && one.testTime === other.testTime;

/**
 * The date and time at which families last knew a moved test, and why it was moved. Places that it left before anybody was
 * notified do not count. Null if families know only the current place. `steps` are in order.
 */
export function movedFromOf(steps: readonly Step[]): (When & { reason: string | null }) | null {
  const places = steps.flatMap(({ at, after: { testDate, testTime }, reason }) =>
    testDate && testTime ? [{ at: at.getTime(), testDate, testTime, reason }] : [],
  );
  const known = places
    .filter(({ at }, index) => (places[index + 1]?.at ?? Number.POSITIVE_INFINITY) - at >= emailDelay)
    // The test was back before anybody was notified: only the move there counts.
    .filter((place, index, kept) => !isSamePlace(place, kept[index - 1]));
  const [from, current] = known.slice(-2);
  return from && current ? { testDate: from.testDate, testTime: from.testTime, reason: current.reason } : null;
}

/** The changed fields with old and new values. */
export function differences(before: Values, after: Values): { before: Values; after: Values } {
  const names = Object.keys(after) as (keyof Values)[];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  // A date is only meaningful with its time.
  const shown = new Set<keyof Values>(
    changed.some((name) => name === "testDate" || name === "testTime") ? [...changed, "testDate", "testTime"] : changed,
  );
  const only = (values: Values) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => shown.has(name as keyof Values)));
  return { before: only(before), after: only(after) };
}
