/** The texts of some cells of a row. */
type Texts<Cell extends string> = Partial<Record<Cell, string>>;

/** The typed texts, the texts that they replaced (`base`), as far as known, and those that wait for a decision (`mine`). */
export type Own<Cell extends string> = { base: Texts<Cell>; own: Texts<Cell>; mine?: Texts<Cell> | null };

/**
 * Merges a row with the server's texts; `sent` is what this sheet has sent and the server may have. A cell that only one side
 * changed keeps that change. A cell that both sides changed gets the server's text, and the typed text waits in `mine`.
 */
export function mergeCells<Cell extends string>(
  isSame: (cell: Cell, one: string, other: string) => boolean,
  { base, own, mine: waiting = null }: Own<Cell>,
  theirs: Record<Cell, string>,
  sent: readonly Texts<Cell>[] = [],
) {
  const typed = { ...theirs };
  const mine: Texts<Cell> = {};
  for (const cell of Object.keys(theirs) as Cell[]) {
    const now = theirs[cell];
    const same = (one: string | undefined, other: string) => one !== undefined && isSame(cell, one, other);
    const [text, before] = [own[cell], sent.some((one) => same(one[cell], now)) ? now : base[cell]];
    const old = waiting?.[cell];
    if (old !== undefined && !same(old, now)) mine[cell] = old;
    if (text === undefined || same(text, now) || same(before, text)) continue;
    if (same(before, now)) typed[cell] = text;
    else mine[cell] = text;
  }
  return { typed, mine: Object.keys(mine).length > 0 ? mine : null };
}
