"use client";

import { useInUse } from "@/components/ui/use-in-use";
import { api } from "@/trpc/client";
import type { SheetView } from "../schema";

/** Polls the current sheet. */
export function useLatestSheet(found: SheetView): SheetView {
  const refetchInterval = useInUse() && 5_000;
  return api.reportCards.get.useQuery({ id: found.set._id }, { initialData: found, refetchInterval }).data;
}
