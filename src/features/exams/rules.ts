import type { Actions, Scope } from "@/lib/may";

/** Who may do what here. */
export const actions = { mark: "teaching", release: "office" } as const satisfies Actions;

/** What an exam goes through. */
export const examStates = ["draft", "scheduled", "released", "withdrawn"] as const;

export type ExamState = (typeof examStates)[number];

/** What is done to an exam as a whole. */
export type Act = "edit" | "enter" | "remove" | "schedule" | "unschedule" | "release" | "takeBack" | "withdraw";

/** Where each act leads from each state; what is missing is refused. An exam that is removed is gone, whatever this says. */
const moves: Record<ExamState, Partial<Record<Act, ExamState>>> = {
  draft: { edit: "draft", enter: "draft", remove: "withdrawn", schedule: "scheduled", release: "released" },
  scheduled: {
    edit: "scheduled",
    enter: "scheduled",
    schedule: "scheduled",
    unschedule: "draft",
    release: "released",
  },
  // Late marks are released after the others.
  released: { release: "released", takeBack: "draft", withdraw: "withdrawn" },
  withdrawn: {},
};

/** The state after an act; null where it is refused. */
export function stateAfter(state: ExamState, act: Act): ExamState | null {
  return moves[state][act] ?? null;
}

type ExamPlace = { className: number; sections: readonly string[]; subject: string };

/** What an exam asks for of whoever changes it: each of its sections. All sections are those of no teacher of one. */
export function scopesOf({ className, sections, subject }: ExamPlace): Scope[] {
  return (sections.length === 0 ? [""] : sections).map((section) => ({ className, section, subject }));
}

/** What the mark of a student asks for; who is in no section is everybody's but a teacher's of one. */
export function scopeOfMark({ className, subject }: ExamPlace, section: string | null): Scope {
  return { className, subject, section: section ?? "" };
}
