"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { isBackNavigation } from "@/lib/back-navigation";
import { useRefresh } from "./use-refresh";

/** Draws a page anew after Back. */
export function FreshAfterBack() {
  const address = `${usePathname()}?${useSearchParams()}`;
  const refresh = useRefresh();
  useEffect(() => {
    if (isBackNavigation(address)) void refresh();
  }, [address, refresh]);
  return null;
}
