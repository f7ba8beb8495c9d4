"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { isBackNavigation } from "@/lib/back-navigation";
import { useRefresh } from "./use-refresh";

/** What this document has shown. Next asks the server for anything else by itself, and would meet a refresh with a load of the document. */
const shown = new Set<string>();

/** Draws a page anew after Back. */
export function FreshAfterBack() {
  const address = `${usePathname()}?${useSearchParams()}`;
  const refresh = useRefresh();
  useEffect(() => {
    if (shown.has(address) && isBackNavigation(address)) void refresh();
    shown.add(address);
  }, [address, refresh]);
  return null;
}
