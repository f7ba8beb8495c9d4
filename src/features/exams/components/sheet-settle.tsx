"use client";

import { screens as copy } from "../messages-screens";
import { useSummary } from "./sheet-figures";
import type { SheetStore } from "./sheet-store";

const mostShown = 8;

/** The student whose mark is in conflict. */
export function SheetSettle({ store, onGo }: { store: SheetStore; onGo: (id: string) => void }) {
  const { toSettle } = useSummary(store);
  if (toSettle.length === 0) return null;
  return (
    <section
      aria-label={copy.settle}
      className="grid grid-cols-1 gap-1.5 rounded-md border border-line bg-surface p-3.5"
    >
      <h2 className="text-lg">
        {copy.settle} <span className="figures text-ink-soft">{toSettle.length}</span>
      </h2>
      <ul className="grid grid-cols-1">
        {toSettle.slice(0, mostShown).map(({ id, name, rollNo, why }) => (
          <li key={id} className="flex min-h-7 items-center gap-2 text-xs">
            <span aria-hidden className={`size-2 shrink-0 rounded-full ${why === "two" ? "bg-warn" : "bg-danger"}`} />
            <button type="button" className="link min-w-0 truncate rounded-sm" onClick={() => onGo(id)}>
              {[rollNo, name].filter(Boolean).join(" ")}
            </button>
            <span className="ms-auto whitespace-nowrap text-ink-soft">{copy.whys[why]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
