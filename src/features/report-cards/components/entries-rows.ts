import { cells, isSame, merge, type Typed, typedOf } from "../rules-entries";
import type { EntryView } from "../schema";

export type Row = {
  typed: Typed;
  saved: Typed;
  version: number;
  /** What I typed where somebody else was first. */
  mine: Partial<Typed>;
  /** What the server did not take, by cell; `row`: all of it. */
  refused: Partial<Record<keyof Typed | "row", string>>;
};

/** A cell as it is kept in the browser: what was typed over which text, and what waits for a decision. */
type Kept = { typed?: string; base?: string; mine?: string };

/** Whether anything is not saved. */
export const isChanged = (typed: Typed, saved: Typed) => cells.some((cell) => !isSame(cell, typed[cell], saved[cell]));

/** A row as the server has it. */
export function rowOf(entry: EntryView): Row {
  const typed = typedOf(entry);
  return { typed, saved: typed, version: entry.rowVersion, mine: {}, refused: {} };
}

/** A row with what the browser kept of it. A text that was typed over another one than the server's waits for a decision. */
export function restored({ saved }: Row, value: unknown): Partial<Row> {
  const kept = Object(value) as Partial<Record<keyof Typed, Kept | string>>;
  const base: Partial<Typed> = {};
  const typed: Partial<Typed> = {};
  const mine: Partial<Typed> = {};
  for (const cell of cells) {
    const one = kept[cell];
    // Kept without the text it was typed over.
    if (typeof one === "string") typed[cell] = one;
    if (typeof one !== "object") continue;
    if (typeof one.typed === "string") typed[cell] = one.typed;
    if (typeof one.base === "string") base[cell] = one.base;
    if (typeof one.mine === "string" && !isSame(cell, one.mine, saved[cell])) mine[cell] = one.mine;
  }
  const merged = merge(base, typed, saved);
  return { typed: merged.typed, mine: { ...mine, ...merged.mine } };
}

/** What is to be kept in the browser: the cells that are not saved, and what waits for a decision. */
export function keptOf(rows: ReadonlyMap<string, Row>) {
  const kept = [...rows].flatMap(([id, row]) => {
    const own = cells.flatMap((cell): [string, Kept][] => {
      const [typed, base, mine] = [row.typed[cell], row.saved[cell], row.mine[cell]];
      const one = { ...(!isSame(cell, typed, base) && { typed, base }), ...(mine !== undefined && { mine }) };
      return Object.keys(one).length > 0 ? [[cell, one]] : [];
    });
    return own.length > 0 ? [[id, Object.fromEntries(own)]] : [];
  });
  return Object.fromEntries(kept);
}
