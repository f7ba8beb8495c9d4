import { classes, lastClass } from "@/lib/classes";
import type { Actions } from "@/lib/may";
import { say } from "./messages";

export const actions = { read: "office", manage: "office" } as const satisfies Actions;

/** A student of the class to promote; `next` is an existing enrolment in the later year. */
export type Promotable = { studentId: string; className: number; next: number | null };

export type Step = { what: "up" | "stays" | "leaves"; to: number | null } | { what: "refused"; to: null };

/** The step of a student: stays or leaves if the office chose so, otherwise goes up, or leaves from the last class. */
export function stepOf({ studentId, className, next }: Promotable, stay: Set<string>, leave: Set<string>): Step {
  if (next !== null) return { what: "refused", to: null };
  if (leave.has(studentId)) return { what: "leaves", to: null };
  if (stay.has(studentId)) return { what: "stays", to: className };
  // A student cannot go up into a class that the institute does not have.
  return classes.includes(className + 1) ? { what: "up", to: className + 1 } : { what: "leaves", to: null };
}

/** The reason stored for a student who leaves in a promotion. */
export const leavesBecause = (className: number, year: string) =>
  className === lastClass ? say("finished", String(className)) : say("leavesAtEnd", year);

export function countsOf<Kind extends string>(kinds: readonly Kind[], rows: readonly { what: Kind }[]) {
  const of = (kind: Kind) => rows.filter(({ what }) => what === kind).length;
  return Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as Record<Kind, number>;
}
