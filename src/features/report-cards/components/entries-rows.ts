import type { Unanswered } from "@/components/form/autosave";
import { mergeCells } from "@/components/form/merge-cells";
import { cells, type Fault, faultOf, isSame, type Typed, typedOf } from "../rules-entries";
import type { EntryInput, EntryView } from "../schema";

export type Row = {
  typed: Typed;
  saved: Typed;
  version: number;
  /** What I typed where somebody else saved first. */
  mine: Partial<Typed> | null;
  /** Errors of the server by cell; `row` for the whole row. */
  refused: Partial<Record<keyof Typed | "row", string>>;
};

/** A cell in the browser's storage: the typed text, the text it replaced, and a conflict. */
type Kept = { typed?: string; base?: string; mine?: string };

/** Whether there is unsaved input. */
export const isChanged = (typed: Typed, saved: Typed) => cells.some((cell) => !isSame(cell, typed[cell], saved[cell]));

/** Whether the server has all of a row: what is typed is saved, and no conflict waits for a decision. */
export const isSettled = ({ typed, saved, mine }: Row) => !isChanged(typed, saved) && mine === null;

/** A row with the server's values. */
export function rowOf(entry: EntryView): Row {
  const typed = typedOf(entry);
  return { typed, saved: typed, version: entry.rowVersion, mine: null, refused: {} };
}

/** The error of a cell. */
export const faultIn = ({ typed, refused }: Row, cell: keyof Typed, daysOpen: number | null): Fault | string | null =>
  refused[cell] ?? faultOf(cell, typed[cell], daysOpen);

/** A row with its valid cells; the others keep the server's values. */
export function goodOf(row: Row, daysOpen: number | null): Typed {
  const faulty = cells.filter((cell) => faultIn(row, cell, daysOpen) !== null);
  return { ...row.typed, ...Object.fromEntries(faulty.map((cell) => [cell, row.saved[cell]])) };
}

/** A row with input restored from the browser. Input that replaced another text than the server's is a conflict. */
export function restored({ saved }: Row, value: unknown): Partial<Row> {
  const kept = Object(value) as Partial<Record<keyof Typed, Kept | string>>;
  const base: Partial<Typed> = {};
  const typed: Partial<Typed> = {};
  const mine: Partial<Typed> = {};
  for (const cell of cells) {
    const one = kept[cell];
    // Stored without the text it replaced.
    if (typeof one === "string") typed[cell] = one;
    if (typeof one !== "object") continue;
    if (typeof one.typed === "string") typed[cell] = one.typed;
    if (typeof one.base === "string") base[cell] = one.base;
    if (typeof one.mine === "string") mine[cell] = one.mine;
  }
  return mergeCells(isSame, { base, own: typed, mine }, saved);
}

/** What to store in the browser: unsaved cells and conflicts. */
export function keptOf(rows: ReadonlyMap<string, Row>, sent: Unanswered<EntryInput>) {
  const kept = [...rows].flatMap(([id, row]) => {
    const own = cells.flatMap((cell): [string, Kept][] => {
      const [typed, base, mine] = [row.typed[cell], row.saved[cell], row.mine?.[cell]];
      // The old text is back, but the server may have what was sent in between.
      const isUnsure = sent.get(id)?.some((one) => !isSame(cell, typedOf(one)[cell], base));
      const text = isSame(cell, typed, base) ? isUnsure && { typed } : { typed, base };
      const one = { ...text, ...(mine !== undefined && { mine }) };
      return Object.keys(one).length > 0 ? [[cell, one]] : [];
    });
    return own.length > 0 ? [[id, Object.fromEntries(own)]] : [];
  });
  return Object.fromEntries(kept);
}
