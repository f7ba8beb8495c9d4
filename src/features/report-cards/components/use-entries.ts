"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { api } from "@/trpc/client";
import type { SheetView } from "../schema";
import { createEntriesStore } from "./entries-store";
import type { useLatestSheet } from "./use-latest-sheet";

/** The input in an attendance and remarks sheet, starting from `found`; also returns the server's current values. */
export function useEntries(found: SheetView, { sheet, halt, again }: ReturnType<typeof useLatestSheet>) {
  const {
    set: { daysOpen },
    rows: latest,
  } = sheet;
  const { client, reportCards } = api.useUtils();
  const id = found.set._id;
  const [store] = useState(() =>
    createEntriesStore(found, {
      save: (entries) => client.reportCards.saveEntries.mutate({ id, entries }),
      onSaved: () => void reportCards.get.invalidate({ id }),
    }),
  );
  const { rows, phase } = useSyncExternalStore(store.listen, store.state, store.state);
  useEffect(() => store.begin(), [store]);
  useEffect(() => store.setDaysOpen(daysOpen), [store, daysOpen]);
  useEffect(() => store.load(latest), [store, latest]);
  useEffect(() => {
    if (halt) store.halt(halt);
  }, [store, halt]);
  const { type, decide, throwAway, faultOf, count, unsent } = store;
  async function retry() {
    if (await again()) store.retry();
  }
  return { rows, phase, type, decide, retry, throwAway, faultOf, ...count(), unsent: unsent() };
}

export type Entries = ReturnType<typeof useEntries>;
