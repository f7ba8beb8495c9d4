"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";

type Read<Page> = { data: Page | undefined; isPlaceholderData: boolean; isError: boolean };

/** Why the rows still belong to the previous choice: the new rows are loading, or could not be loaded. */
export type Stale = "coming" | "failed" | undefined;

/**
 * The data of a list: its answer, or the previous answer while the next one is loading or has failed. `stale` says whether the
 * data belong to the previous choice, and why. `found` is from the server's render (decision 353).
 */
export function useLast<Page>(list: Read<Page>, found?: Page) {
  const [last, setLast] = useState(found);
  if (list.data && list.data !== last) setLast(list.data);
  const data = list.data ?? last;
  const isOld = list.data !== data || list.isPlaceholderData;
  const stale: Stale = isOld ? (list.isError ? "failed" : "coming") : undefined;
  return { data, stale };
}

/** The initial data of a list: the rows of the server's render, if they are those of `input`. */
export const firstRows = <Page extends object>(asked: string, input: object, found: Page | undefined) => ({
  placeholderData: keepPreviousData<Page>,
  ...(found && asked === JSON.stringify(input) && { initialData: found }),
});
