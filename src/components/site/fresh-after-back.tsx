"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { cameBack } from "@/lib/came-back";
import { useRefresh } from "./use-refresh";

/** Draws a page anew after Back. */
export function FreshAfterBack() {
  const address = `${usePathname()}?${useSearchParams()}`;
  const refresh = useRefresh();
  useEffect(() => {
    if (cameBack(address)) void refresh();
  }, [address, refresh]);
  return null;
}
