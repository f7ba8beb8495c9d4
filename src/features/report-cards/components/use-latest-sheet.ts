"use client";

import { useInUse } from "@/components/ui/use-in-use";
import { api } from "@/trpc/client";
import { type Halt, haltAfter } from "@/trpc/sheet-phase";
import type { SheetView } from "../schema";

/** Why a poll stops the sheet; a line that is down does not. */
function haltOf(error: unknown): Halt | undefined {
  const halt = error ? haltAfter(error) : undefined;
  return halt === "offline" || halt === "failed" ? undefined : halt;
}

type Latest = {
  sheet: SheetView;
  /** Why polling stopped: deleted, no right any more, or the login has ended. */
  halt: Halt | undefined;
  /** Polls now. Returns false if it still may not. */
  again: () => Promise<boolean>;
};

/** Polls the current sheet. */
export function useLatestSheet(found: SheetView): Latest {
  const isInUse = useInUse();
  const { data, error, refetch } = api.reportCards.get.useQuery(
    { id: found.set._id },
    {
      initialData: found,
      refetchInterval: ({ state }) => isInUse && !haltOf(state.error) && 5_000,
    },
  );
  const again = async () => haltOf((await refetch()).error) === undefined;
  return { sheet: data, halt: haltOf(error), again };
}
