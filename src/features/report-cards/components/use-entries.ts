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
    createEntriesStore(found, async (entries, signal) => {
      const answer = await client.reportCards.saveEntries.mutate({ id, entries }, { signal });
      // What would be issued has changed.
      if (answer.saved.length > 0) void reportCards.get.invalidate({ id });
      return answer;
    }),
  );
  const { rows, phase, savedAt, unsent } = useSyncExternalStore(store.listen, store.state, store.state);
  useEffect(() => store.begin(), [store]);
  useEffect(() => store.setDaysOpen(daysOpen), [store, daysOpen]);
  useEffect(() => store.load(latest), [store, latest]);
  useEffect(() => {
    if (halt) store.halt(halt);
  }, [store, halt]);
  const { type, decide, throwAway, faultOf, isSettled, count } = store;
  async function retry() {
    if (await again()) store.retry();
  }
  return { rows, phase, savedAt, unsent, type, decide, retry, throwAway, faultOf, isSettled, ...count() };
}

export type Entries = ReturnType<typeof useEntries>;
