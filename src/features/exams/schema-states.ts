/** The states of an exam. */
export const examStates = ["draft", "scheduled", "released", "withdrawn"] as const;

export type ExamState = (typeof examStates)[number];

/** The same, with planned releases that need a decision after a restore, and those that were cancelled by a change. */
export const examFilters = [...examStates, "held", "cameBack"] as const;

/** The outstanding work that the list can be filtered by. */
export const waitFilters = ["marks", "release", "late"] as const;
