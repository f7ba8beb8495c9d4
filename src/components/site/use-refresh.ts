import { useCallback } from "react";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { askSession } from "@/lib/session-calls";

/**
 * Refreshes the page, and returns whether it did. Without a server or a session a refresh would leave the page and lose the
 * input on it.
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
