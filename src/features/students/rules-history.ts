import { groupBy } from "@/lib/group-by";

/** How many emails, changes and former names the page of a student shows. */
export const mostShown = 50;

export const historyActions = [
  ...["student-added", "student-edited", "student-attached", "student-address-moved"],
  ...["student-enrolled", "student-moved", "student-ended", "student-returned", "enrolment-changed"],
] as const;

type Event = { id: string; at: Date; action: string; actorId: string | null; detail: unknown };

type Kept = { eventId: string; at: Date; action: string; changedById: string | null; reason: string | null } & Value;

type Value = { field: string; before: string | null; after: string | null };

export type Change = Pick<Event, "at" | "action" | "actorId"> & {
  fields: string[];
  values: Value[];
  reason: string | null;
};

/**
 * The audit events with the stored values, newest first. Events are deleted before the person; values without an event are kept.
 */
export function changesOf(events: readonly Event[], kept: readonly Kept[]): Change[] {
  const byEvent = groupBy(kept, ({ eventId }) => eventId);
  const known = new Set(events.map(({ id }) => id));
  const alone = [...byEvent].flatMap(([id, [first]]) =>
    first && !known.has(id)
      ? [{ id, at: first.at, action: first.action, actorId: first.changedById, detail: null }]
      : [],
  );
  return [...events, ...alone]
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .map(({ id, at, action, actorId, detail }) => {
      const own = byEvent.get(id) ?? [];
      const values = own.map(({ field, before, after }) => ({ field, before, after }));
      const named = detail instanceof Object && "fields" in detail ? String(detail.fields).split(", ") : [];
      const fields = values.length > 0 ? values.map(({ field }) => field) : named;
      return { ...{ at, action, actorId, fields, values }, reason: own[0]?.reason ?? null };
    });
}
