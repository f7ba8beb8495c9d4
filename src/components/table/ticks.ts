"use client";

import { useState } from "react";

type Row = { _id: string };

export type Ticks<Of extends Row> = {
  rows: readonly Of[];
  has: (row: Row) => boolean;
  set: (rows: readonly Of[], ticked: boolean) => void;
  clear: () => void;
  /** A change of the filter has cleared the ticks. */
  dropped: boolean;
};

/**
 * Ticks survive paging and sorting, but never a change of the filter, so that no action affects rows that the filter hides. A
 * ticked row that is shown has the values shown, because the server's list may follow a cached one.
 */
export function useTicks<Of extends Row>(filter: string, shown: readonly Of[] | undefined): Ticks<Of> {
  const [{ filter: ticked, chosen, dropped }, setState] = useState(() => begin<Of>(filter));
  if (ticked !== filter) setState({ ...begin(filter), dropped: dropped || chosen.size > 0 });
  return {
    rows: [...chosen.values()].map((row) => shown?.find(({ _id }) => _id === row._id) ?? row),
    has: ({ _id }) => chosen.has(_id),
    set(rows, ticked) {
      const next = new Map(chosen);
      for (const row of rows) {
        if (ticked) next.set(row._id, row);
        else next.delete(row._id);
      }
      setState({ filter, chosen: next, dropped: false });
    },
    clear: () => setState(begin(filter)),
    dropped,
  };
}

const begin = <Of>(filter: string) => ({ filter, chosen: new Map<string, Of>(), dropped: false });
