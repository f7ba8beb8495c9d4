/** Whether a person can log in: `invited` has a code or a letter, `not confirmed` a password but no verified identity. */
export const loginStates = ["none", "invited", "not confirmed", "active"] as const;

/** The state of a student in the selected year. */
export const studentStates = ["current", "left", "not placed"] as const;

/** What the roster can be sorted by. */
export const studentSorts = ["name", "roll", "admission", "lastResult"] as const;
