"use client";

import { clsx } from "clsx";
import { memo, useId, useSyncExternalStore } from "react";
import { shownDateHere } from "@/content/institute";
import { gradeFor, percentageOf, shownPercentage } from "@/lib/grades";
import { screens as copy } from "../messages-screens";
import { readCells, typedOf } from "../rules-cells";
import { SheetCell } from "./sheet-cell";
import { SheetFault } from "./sheet-fault";
import { SheetMenu } from "./sheet-menu";
import type { SheetStore } from "./sheet-store";
import { SheetWithdrawn } from "./sheet-withdrawn";

type SheetRowProps = {
  store: SheetStore;
  id: string;
  isReadOnly: boolean;
  /** On a phone, remarks have their own line. */
  withRemarks: boolean;
  onExempt: (id: string) => void;
};

const cell = "px-2.25";
const input =
  "block w-full min-w-0 rounded-sm border focus-visible:outline-offset-1 read-only:border-transparent read-only:bg-transparent";

/** The columns of the sheet. Rows do not share a layout, so that typing in one does not affect the others. */
export const sheetColumns =
  "md:grid md:grid-cols-[3.5rem_minmax(0,3fr)_5.75rem_5rem_5rem_minmax(0,2fr)_2.5rem] md:items-center";

/** A student with mark and remark. Typing re-renders only this row. */
export const SheetRow = memo(function SheetRow({ store, id, isReadOnly, withRemarks, onExempt }: SheetRowProps) {
  const row = useSyncExternalStore(
    (listener) => store.listen(id, listener),
    () => store.row(id),
    () => store.row(id),
  );
  const faultId = useId();
  const { saved, typed, mine } = row;
  const { name, rollNo, section } = saved;
  const isFixed = isReadOnly || saved.isReleased;
  const read = readCells(typed, store.totalMarks);
  const hasFault = "fault" in read || row.notTaken !== null;
  const mark = "mark" in read ? read.mark : null;
  const score = mark?.kind === "scored" ? mark.score : null;
  const percent = score === null ? copy.nothing : shownPercentage(percentageOf(score, store.totalMarks));
  const grade = gradeOf(mark, store.totalMarks);
  const isGone = saved.withdrawal !== null && typed.text === "" && !hasFault && mine === null;
  const hasMenu = !isFixed || (saved.isReleased && store.mayCorrect);
  const isAside = hasFault || mine !== null || isGone;
  const aside =
    isGone && saved.withdrawal ? (
      <SheetWithdrawn withdrawal={saved.withdrawal} isWhole />
    ) : (
      <SheetFault row={row} store={store} id={id} />
    );

  // Each row is its own paint layer, so that typing repaints only one.
  return (
    <tr className={clsx(sheetColumns, "isolate flex flex-wrap items-center border-line not-last:border-b max-md:py-2")}>
      <td
        className={clsx(
          cell,
          "figures whitespace-nowrap py-1 ps-3.25 text-end text-ink-soft max-md:w-11 max-md:text-start",
        )}
      >
        {rollNo ?? copy.nothing}
      </td>
      <th scope="row" className={clsx(cell, "min-w-0 py-1 text-start font-normal max-md:grow max-md:basis-0")}>
        <span title={name} className="block truncate font-semibold text-sm">
          {name}
          {store.hasSections && section && <span className="font-normal text-ink-soft"> {section}</span>}
        </span>
        <span className="block text-ink-soft text-xs md:hidden">
          {isAside ? aside : score === null ? grade : `${percent} · ${grade}`}
        </span>
        {saved.withdrawal && !isGone && <SheetWithdrawn withdrawal={saved.withdrawal} isWhole={false} />}
        {saved.corrected && (
          <span className="block text-ink-soft text-xs md:whitespace-nowrap">
            {copy.corrected(shownDateHere(saved.corrected.at), saved.corrected.was)}
          </span>
        )}
      </th>
      <td className={clsx(cell, "py-1 max-md:w-23 max-md:ps-px max-md:pe-2.75")}>
        <SheetCell
          store={store}
          id={id}
          field="text"
          value={typed.text}
          known={typedOf(saved).text}
          label={copy.markOf(name, rollNo)}
          isReadOnly={isFixed}
          describedBy={isAside ? faultId : undefined}
          invalid={hasFault}
          className={clsx(
            input,
            "figures min-h-11 px-2 text-end font-semibold md:min-h-7.75 md:text-sm max-md:w-20 max-md:px-1",
            hasFault
              ? "border-danger bg-danger-soft text-danger"
              : mine
                ? "border-warn bg-warn-soft text-ink"
                : "border-line-strong bg-surface hover:border-ink-soft",
          )}
        />
      </td>
      {isAside ? (
        <td
          id={faultId}
          colSpan={mine || isGone ? 3 : 2}
          className={clsx(
            cell,
            "min-w-0 self-stretch content-center py-0.5 text-xs max-md:hidden",
            mine || isGone ? "col-span-3" : "col-span-2",
            mine && "bg-warn-soft",
          )}
        >
          {aside}
        </td>
      ) : (
        <>
          <td className={clsx(cell, "figures py-1 text-end text-sm max-md:hidden")}>{percent}</td>
          <td className={clsx(cell, "py-1 text-sm max-md:hidden")}>{grade}</td>
        </>
      )}
      {!mine && !isGone && (
        <td
          className={clsx(
            cell,
            "min-w-0 py-1",
            withRemarks ? "max-md:order-1 max-md:basis-full max-md:ps-11" : "max-md:hidden",
          )}
        >
          {isFixed ? (
            <span className="wrap-anywhere block px-2 text-sm md:text-xs">{typed.remark}</span>
          ) : (
            <SheetCell
              store={store}
              id={id}
              field="remark"
              value={typed.remark}
              known={typedOf(saved).remark}
              label={copy.remarkOf(name)}
              isReadOnly={false}
              className={clsx(
                input,
                "min-h-11 px-2 text-sm md:min-h-7.75 md:text-xs",
                withRemarks
                  ? "border-line-strong"
                  : "border-transparent hover:border-line-strong focus:border-line-strong",
              )}
            />
          )}
        </td>
      )}
      <td className={clsx(cell, "pe-2 text-end max-md:px-0.5", !hasMenu && "max-md:hidden")}>
        {hasMenu && (
          // Beside a number it stays in the layout, so that the first digit moves nothing, and Tab leads to the next mark.
          <span className={!isFixed && (score !== null || hasFault) ? "md:invisible" : undefined}>
            <SheetMenu row={row} store={store} id={id} isFixed={isFixed} onExempt={onExempt} />
          </span>
        )}
      </td>
    </tr>
  );
});

function gradeOf(mark: ReturnType<SheetStore["row"]>["saved"]["mark"], totalMarks: number): string {
  if (mark === null) return copy.nothing;
  return mark.kind === "scored" ? gradeFor(mark.score, totalMarks).grade : copy[mark.kind];
}
