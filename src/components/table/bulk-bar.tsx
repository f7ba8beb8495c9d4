"use client";

import { X } from "lucide-react";
import { createContext, type ReactNode, useContext } from "react";
import { passFocusOn } from "../ui/take-focus";
import type { Ticks } from "./ticks";

const Chosen = createContext<readonly string[]>([]);

/** The ids of the ticked rows, for components of other rooms in the bar. @public */
export const useChosen = () => useContext(Chosen);

type BulkBarProps = {
  ticks: Pick<Ticks<{ _id: string }>, "rows" | "clear">;
  /** How many rows match the filter, if not all of them are ticked and they can be. */
  all?: { count: number; onChoose: () => void } | false;
  /** {@link BulkAct}s. */
  children: ReactNode;
};

/** What can be done with the ticked rows: a line above the table; on a phone held upright, at the bottom of the screen. */
export function BulkBar({ ticks, all, children }: BulkBarProps) {
  const ids = ticks.rows.map(({ _id }) => _id);
  return (
    <>
      {/* On a phone, the bar covers the end of the page. */}
      <div aria-hidden className="hidden h-48 max-md:order-last max-md:tall:block" />
      <section
        aria-label="Selected rows"
        // Gets the focus when a pressed button disappears.
        tabIndex={-1}
        data-high-foot
        className="flex focus-visible:outline-on-deep focus-visible:-outline-offset-3 items-center gap-x-3 rounded-md bg-deep px-3.25 py-1 text-on-deep text-sm max-md:tall:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-20 max-md:flex-wrap max-md:rounded-none max-md:px-4 max-md:pt-1 max-md:pb-2 md:overflow-x-auto print:hidden"
      >
        <p role="status" className="figures shrink-0 font-semibold">
          {ids.length.toLocaleString("en-IN")} selected
        </p>
        {all && (
          <BulkAct onClick={all.onChoose}>
            <span className="figures underline underline-offset-3">Select all {all.count.toLocaleString("en-IN")}</span>
          </BulkAct>
        )}
        <span aria-hidden className="h-6 w-px shrink-0 bg-line-deep max-md:hidden" />
        {/* On a phone the actions are below, all in view. */}
        <div className="max-md:order-last max-md:flex max-md:basis-full max-md:flex-wrap max-md:border-line-deep max-md:border-t md:contents">
          <Chosen value={ids}>{children}</Chosen>
        </div>
        <button
          type="button"
          aria-label="Clear the selection"
          onClick={({ currentTarget }) => {
            // The bar disappears with the selection, so the focus goes to the box in the table's head.
            currentTarget.closest("section")?.parentElement?.querySelector<HTMLElement>("th [type=checkbox]")?.focus();
            ticks.clear();
          }}
          className={`${look} ms-auto bg-deep px-2 max-md:-me-2`}
        >
          <X aria-hidden className="size-5" />
        </button>
      </section>
    </>
  );
}

const look =
  "inline-flex min-h-11 shrink-0 items-center gap-2 rounded-sm px-2.5 font-medium whitespace-nowrap hover:bg-line-deep focus-visible:outline-on-deep focus-visible:-outline-offset-3 aria-busy:cursor-progress dense:min-h-9 [&_svg]:size-4.5 [&_svg]:shrink-0";

type BulkActProps = { icon?: ReactNode; busy?: boolean; onClick: () => void; children: ReactNode };

export function BulkAct({ icon, busy = false, onClick, children }: BulkActProps) {
  return (
    <button ref={passFocusOn} type="button" aria-busy={busy || undefined} onClick={onClick} className={look}>
      {icon}
      {children}
    </button>
  );
}
