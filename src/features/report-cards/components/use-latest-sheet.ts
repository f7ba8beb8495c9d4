"use client";

import { useInUse } from "@/components/ui/use-in-use";
import { api } from "@/trpc/client";
import { codeOf } from "@/trpc/failure";
import type { SheetView } from "../schema";

const isGone = (error: unknown) => codeOf(error) === "NOT_FOUND";

/** Polls the current sheet; also returns whether it was deleted. */
export function useLatestSheet(found: SheetView): { sheet: SheetView; isGone: boolean } {
  const isInUse = useInUse();
  const { data, error } = api.reportCards.get.useQuery(
    { id: found.set._id },
    {
      initialData: found,
      refetchInterval: ({ state }) => isInUse && !isGone(state.error) && 5_000,
      meta: { expected: ["NOT_FOUND"] },
    },
  );
  return { sheet: data, isGone: isGone(error) };
}
