"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { cameBack } from "@/lib/came-back";
import { useRefresh } from "./use-refresh";

/** Draws a page anew after Back. */
export function FreshAfterBack() {
  const path = usePathname();
  const refresh = useRefresh();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page anew.
  useEffect(() => {
    if (cameBack()) void refresh();
  }, [path, refresh]);
  return null;
}
