import { useCallback } from "react";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { askSession } from "@/lib/session-calls";

/**
 * Draws the page anew, and returns whether it did: without a server, or a session, that would leave the page and all that is
 * typed there.
 */
export function useRefresh(): (signal?: AbortSignal) => Promise<boolean> {
  const refresh = usePageRefresh();
  return useCallback(
    async (signal) => {
      const isThere = (await askSession().catch(() => null)) !== null;
      if (isThere && !signal?.aborted) refresh();
      return isThere;
    },
    [refresh],
  );
}
