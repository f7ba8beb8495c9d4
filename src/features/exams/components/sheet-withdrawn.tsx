import { shownDateHere } from "@/content/institute";
import { screens as copy } from "../messages-screens";
import type { CellView } from "../schema-sheet";

type SheetWithdrawnProps = {
  withdrawal: NonNullable<CellView["withdrawal"]>;
  /** There is no replacement value: show the reason and what to do. */
  isWhole: boolean;
};

/** A note that the mark of a row was withdrawn. */
export function SheetWithdrawn({ withdrawal: { at, reason }, isWhole }: SheetWithdrawnProps) {
  const day = shownDateHere(at);
  if (!isWhole) return <span className="block text-warn text-xs">{copy.withdrawn(day)}</span>;
  return (
    <>
      <span className="block break-words text-warn">{copy.withdrawnWhy(day, reason)}</span>
      <span className="block text-ink-soft">{copy.withdrawnHint}</span>
    </>
  );
}
