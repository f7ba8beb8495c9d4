"use client";

import { useRouter } from "next/navigation";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";

/** What follows an act on a notice: it is said, and the page is read again. */
export function useDone(onClose?: () => void) {
  const router = useRouter();
  const { notices } = api.useUtils();
  return (words: string, href?: string) => {
    toast.success(words);
    void notices.invalidate();
    onClose?.();
    if (href) router.push(href);
    else router.refresh();
  };
}
