/** What a row of a file does, or has done. */
export const rowStates = ["created", "updated", "unchanged", "refused"] as const;

export type RowState = (typeof rowStates)[number];

/** How many rows there are in each state. */
export function countsOf(rows: readonly { state: RowState }[]): Record<RowState, number> {
  const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 };
  for (const { state } of rows) counts[state] += 1;
  return counts;
}
