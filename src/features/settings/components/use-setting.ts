import { useState } from "react";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { toast } from "@/components/ui/toast";
import { useIsReadAgain } from "@/components/ui/use-is-read-again";
import { api } from "@/trpc/client";
import { codeOf } from "@/trpc/failure";
import { copy } from "../messages";
import type { Settings } from "../schema";

type Drawn = {
  /** The values with which the fields were drawn, or that were saved last. */
  seen: Settings;
  /** The page's values when a change was refused, until the page has the saved values. */
  refused?: Settings;
  /** The number of times that the fields were reset. */
  turn: number;
};

/**
 * Changes a setting from the value that was seen. If a colleague has changed it since, the page is read again and the fields are
 * reset.
 */
export function useSetting(found: Settings) {
  const refresh = usePageRefresh();
  const isReadAgain = useIsReadAgain();
  const [{ seen, refused, turn }, setDrawn] = useState<Drawn>({ seen: found, turn: 0 });
  if (refused && refused !== found)
    setDrawn(isReadAgain() ? { seen, refused: found, turn } : { seen: found, turn: turn + 1 });
  const change = api.settings.change.useMutation({
    onSuccess(saved) {
      setDrawn((before) => ({ seen: saved, turn: before.turn }));
      toast.success(copy.saved);
      refresh();
    },
    onError(error) {
      if (codeOf(error) !== "CONFLICT") return;
      setDrawn((before) => ({ ...before, refused: found }));
      refresh();
    },
  });
  return { change, seen, turn };
}
