"use client";

import { useLead } from "@/components/form/use-lead";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";

/** Options of an action on a version of a notice. Without an answer, it may be done; after a refusal, there may be a newer version. */
export function useActOptions(id: string) {
  const { notices } = api.useUtils();
  return { onError: () => void notices.get.invalidate({ id }) };
}

/** After an action on a notice: shows a toast and reloads the page. */
export function useDone(onClose?: () => void) {
  const refresh = usePageRefresh();
  const lead = useLead();
  const { notices } = api.useUtils();
  return async (words: string, href?: string) => {
    toast.success(words);
    onClose?.();
    if (href) lead(href);
    else refresh();
    await notices.invalidate();
  };
}
