"use client";

import { endAfter, type Halt } from "@/components/form/halt";
import { useInUse } from "@/components/ui/use-in-use";
import { api } from "@/trpc/client";
import type { SheetView } from "../schema";

type Latest = {
  sheet: SheetView;
  /** Why polling stopped: the set was deleted, the caller may not read it any more, or the login has ended. */
  halt: Halt | undefined;
  /** Polls now. Returns false if polling is still refused. */
  again: () => Promise<boolean>;
};

/** Polls the current sheet. */
export function useLatestSheet(found: SheetView): Latest {
  const isInUse = useInUse();
  const { data, error, refetch } = api.reportCards.get.useQuery(
    { id: found.set._id },
    { initialData: found, refetchInterval: ({ state }) => isInUse && !endAfter(state.error) && 5_000 },
  );
  const again = async () => endAfter((await refetch()).error) === undefined;
  return { sheet: data, halt: endAfter(error), again };
}
