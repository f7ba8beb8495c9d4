import type { MouseEvent } from "react";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { screens as copy } from "../messages-screens";
import { readCells, type Typed } from "../rules-cells";
import { cellAt } from "./sheet-cells";
import type { SheetRow } from "./sheet-rows";
import type { SheetStore } from "./sheet-store";

type SheetFaultProps = { row: SheetRow; store: SheetStore; id: string };

/** The error of a row, with a way to fix it. */
export function SheetFault({ row: { saved, typed, mine, notTaken }, store, id }: SheetFaultProps) {
  // The buttons disappear with the fault: the row's cell takes the focus first.
  const atCell = (act: () => void) => (event: MouseEvent<HTMLElement>) => {
    cellAt(event.currentTarget.closest("tr"), id, "text")?.focus();
    act();
  };
  if (mine) {
    const [theirs, own] = inWords(typed, { ...typed, ...mine });
    if (saved.isReleased)
      return (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-warn">
          <span>{copy.releasedAs(theirs, own)}</span>
          {store.mayCorrect ? (
            <Link href={`/admin/students/${id}`} className="link rounded-sm">
              {copy.correctThere}
            </Link>
          ) : (
            <span>{copy.askOffice}</span>
          )}
          <Button variant="secondary" size="small" onClick={atCell(() => store.decide(id, false))}>
            {copy.keep(theirs)}
          </Button>
        </span>
      );
    return (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-warn">
        <span>
          {saved.isYours
            ? `${copy.youTyped(theirs)}, ${copy.iTypedHere(own)}`
            : `${copy.theyTyped(saved.by, theirs)}, ${copy.iTyped(own)}`}
        </span>
        <span className="flex gap-1.5">
          <Button variant="secondary" size="small" onClick={atCell(() => store.decide(id, false))}>
            {copy.keep(theirs)}
          </Button>
          <Button variant="secondary" size="small" onClick={atCell(() => store.decide(id, true))}>
            {copy.takeMine(own)}
          </Button>
        </span>
      </span>
    );
  }
  const read = readCells(typed, store.totalMarks);
  const meant = "fault" in read ? read.meant : undefined;
  return (
    <span className="font-semibold text-danger">
      {"fault" in read ? copy.faults[read.fault](typed.text, store.totalMarks) : notTaken}{" "}
      {meant && (
        <button
          type="button"
          className="link rounded-sm"
          onClick={atCell(() => {
            store.type(id, "text", meant);
            store.leave(id, "text", typed);
          })}
        >
          {copy.use(meant)}
        </button>
      )}
    </span>
  );
}

/** The conflicting values: the marks, the remarks or both. */
function inWords(theirs: Typed, mine: Typed): [theirs: string, mine: string] {
  const said = ({ text, remark }: Typed) => {
    if (theirs.remark === mine.remark) return text;
    return theirs.text === mine.text ? `“${remark}”` : copy.both(text, remark);
  };
  return [said(theirs), said(mine)];
}
