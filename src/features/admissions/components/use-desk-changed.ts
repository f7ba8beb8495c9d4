"use client";

import { api } from "@/trpc/client";

/** Refreshes what lists and counts applications, after one was changed. */
export function useDeskChanged(): () => void {
  const { services } = api.useUtils();
  return () => {
    void services.desk.invalidate();
    void services.list.invalidate();
    void services.countViews.invalidate();
    void services.countWaiting.invalidate();
  };
}
