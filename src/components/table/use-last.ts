"use client";

import { useState } from "react";

type Read<Page> = { data: Page | undefined; isPlaceholderData: boolean; isError: boolean };

/** Rows of the choice before: those of this one are coming, or could not be loaded. */
export type Stale = "coming" | "failed" | undefined;

/**
 * What a list shows: its answer, or the one before while the next is on its way and after it has failed. `stale` says that it
 * belongs to the choice before, and why. `found` is from the server's render (decision 353).
 */
export function useLast<Page>(list: Read<Page>, found?: Page) {
  const [last, setLast] = useState(found);
  if (list.data && list.data !== last) setLast(list.data);
  const data = list.data ?? last;
  const isOld = list.data !== data || list.isPlaceholderData;
  const stale: Stale = isOld ? (list.isError ? "failed" : "coming") : undefined;
  return { data, stale };
}
