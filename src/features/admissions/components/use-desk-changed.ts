"use client";

import { api } from "@/trpc/client";

/** Refreshes the lists and counts of applications after one was changed. */
export function useDeskChanged(): () => void {
  const { services } = api.useUtils();
  return () => {
    void services.desk.invalidate();
    void services.list.invalidate();
    void services.countViews.invalidate();
    void services.countWaiting.invalidate();
  };
}
