import { pause } from "@/lib/pause";
import type { ChangeView, Values } from "./schema-changes";

export type Step = { at: Date; kind: ChangeView["kind"]; after: Values; reason: string | null };

/** A date and a time. */
export type When = { testDate: string; testTime: string };

/**
 * Where families last knew a test to be that has been moved, and why it is elsewhere. A place that it left again before anybody
 * was told does not count; who finds it back at the old place reads nothing. `steps` are in order.
 */
export function movedFromOf(steps: readonly Step[]): (When & { reason: string | null }) | null {
  const places = steps.flatMap(({ at, after: { testDate, testTime }, reason }) =>
    testDate && testTime ? [{ at: at.getTime(), testDate, testTime, reason }] : [],
  );
  const current = places.at(-1);
  const known = places.findLast(
    ({ at }, index) => index < places.length - 1 && (places[index + 1]?.at ?? 0) - at >= pause,
  );
  if (!current || !known || (known.testDate === current.testDate && known.testTime === current.testTime)) return null;
  return { testDate: known.testDate, testTime: known.testTime, reason: current.reason };
}

/** The fields that differ, as they were and as they are. */
export function differences(before: Values, after: Values): { before: Values; after: Values } {
  const names = Object.keys(after) as (keyof Values)[];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  // A date without its time says nothing to families.
  const shown = new Set<keyof Values>(
    changed.some((name) => name === "testDate" || name === "testTime") ? [...changed, "testDate", "testTime"] : changed,
  );
  const only = (values: Values) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => shown.has(name as keyof Values)));
  return { before: only(before), after: only(after) };
}
