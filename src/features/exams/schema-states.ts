/** The states of an exam. */
export const examStates = ["draft", "scheduled", "released", "withdrawn"] as const;

export type ExamState = (typeof examStates)[number];

/** The same, with planned releases that wait for a decision since a restore, and those that were cancelled by a change. */
export const examFilters = [...examStates, "held", "cameBack"] as const;

/** What the list can be filtered by that is still to be done. */
export const waitFilters = ["marks", "release", "late"] as const;
