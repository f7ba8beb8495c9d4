"use client";

import type { ReactNode } from "react";
import { useAccount } from "@/lib/account";

/** Part of the server's HTML, which is the same for everybody; gone once the browser knows an account. */
export function VisitorsOnly({ children }: { children: ReactNode }) {
  return useAccount() ? null : children;
}
