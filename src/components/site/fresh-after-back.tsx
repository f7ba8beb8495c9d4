"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { isBackNavigation } from "@/lib/back-navigation";
import { useRefresh } from "./use-refresh";

/**
 * The addresses that this document has shown. Next itself requests any other page from the server, and would react to a refresh
 * by loading the document.
 */
const shown = new Set<string>();

/** Refreshes a page after Back. */
export function FreshAfterBack() {
  const address = `${usePathname()}?${useSearchParams()}`;
  const refresh = useRefresh();
  useEffect(() => {
    if (shown.has(address) && isBackNavigation(address)) void refresh();
    shown.add(address);
  }, [address, refresh]);
  return null;
}
