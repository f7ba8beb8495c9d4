/** The views of the desk. */
export const deskViews = [
  ...(["all", "due", "wrote", "open", "waiting", "invited", "offered", "accepted", "enrolled", "closed"] as const),
] as const;

/** What the desk can be sorted by. */
export const deskSorts = ["due", "date", "name"] as const;
