import { useState } from "react";
import { useRefresh } from "@/components/site/use-refresh";
import { existingIdOf } from "@/trpc/failure";

/** The version that a dialog acts on: if somebody else corrects the result first, submitting again acts on theirs. */
export function useCurrentResult(id: string, close: () => void) {
  const refresh = useRefresh();
  const [current, setCurrent] = useState(id);
  const [isStale, setStale] = useState(false);
  return {
    current,
    isNewer: current !== id,
    onError(error: unknown) {
      const newer = existingIdOf(error);
      if (newer) setCurrent(newer);
      setStale(true);
    },
    onClose() {
      close();
      if (isStale) void refresh();
    },
  };
}
