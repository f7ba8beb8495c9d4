"use client";

import { useState } from "react";

type Row = { _id: string };

export type Ticks<Of extends Row> = {
  rows: readonly Of[];
  has: (row: Row) => boolean;
  set: (rows: readonly Of[], ticked: boolean) => void;
  clear: () => void;
  /** Another filter has dropped what was ticked. */
  dropped: boolean;
};

/**
 * Ticks survive paging and sorting, and never another filter: nothing that is not shown is worked on unseen. A ticked row that
 * is among those shown is as shown: a list from the cache is followed by the server's.
 */
export function useTicks<Of extends Row>(filter: string, shown: readonly Of[] | undefined): Ticks<Of> {
  const [state, setState] = useState({ filter, chosen: new Map<string, Of>() });
  const isCurrent = state.filter === filter;
  const chosen = isCurrent ? state.chosen : new Map<string, Of>();
  return {
    rows: [...chosen.values()].map((row) => shown?.find(({ _id }) => _id === row._id) ?? row),
    has: ({ _id }) => chosen.has(_id),
    set(rows, ticked) {
      const next = new Map(chosen);
      for (const row of rows) {
        if (ticked) next.set(row._id, row);
        else next.delete(row._id);
      }
      setState({ filter, chosen: next });
    },
    clear: () => setState({ filter, chosen: new Map() }),
    dropped: !isCurrent && state.chosen.size > 0,
  };
}
