"use client";

import { useRouter } from "next/navigation";
import { useLead } from "@/components/form/use-lead";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";

/** After an action on a notice: shows a toast and reloads the page. */
export function useDone(onClose?: () => void) {
  const router = useRouter();
  const lead = useLead();
  const { notices } = api.useUtils();
  return async (words: string, href?: string) => {
    toast.success(words);
    onClose?.();
    if (href) lead(href);
    else router.refresh();
    await notices.invalidate();
  };
}
