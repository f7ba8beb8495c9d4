"use client";

import { keepPreviousData } from "@tanstack/react-query";
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

/** How a list begins: with the rows of the server's render, if they are those of `input`. */
export const firstRows = <Page extends object>(asked: string, input: object, found: Page | undefined) => ({
  placeholderData: keepPreviousData<Page>,
  ...(found && asked === JSON.stringify(input) && { initialData: found }),
});
