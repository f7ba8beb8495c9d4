"use client";

import { useEffect, useRef } from "react";
import { api } from "@/trpc/client";
import type { SheetView } from "../schema";

const [often, inUse] = [5_000, 10 * 60_000];

/** Polls the current sheet, but not when the user is inactive, so that an unused login expires. */
export function useLatestSheet(found: SheetView): SheetView {
  const touchedAt = useRef(0);
  // Before the query, because it determines the first interval.
  useEffect(() => {
    const touch = () => {
      touchedAt.current = Date.now();
    };
    touch();
    for (const event of ["pointerdown", "keydown"]) window.addEventListener(event, touch);
    return () => {
      for (const event of ["pointerdown", "keydown"]) window.removeEventListener(event, touch);
    };
  }, []);
  const refetchInterval = () => Date.now() - touchedAt.current < inUse && often;
  return api.reportCards.get.useQuery({ id: found.set._id }, { initialData: found, refetchInterval }).data;
}
