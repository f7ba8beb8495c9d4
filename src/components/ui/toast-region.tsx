"use client";

import { useEffect } from "react";
import { Toaster as Region, toast } from "sonner";
import { onToastRequest, takeToastRequests } from "./toast";

/** The toast library, dressed by the tokens and fed from `toast.ts`. */
export function ToastRegion() {
  useEffect(
    () =>
      onToastRequest(() => {
        for (const { kind, message, options } of takeToastRequests()) toast[kind](message, options);
      }),
    [],
  );
  // An open panel takes the pointer from everything beside it; a toast above it can still be closed.
  return (
    <Region
      theme="system"
      position="bottom-right"
      visibleToasts={20}
      expand
      duration={6000}
      closeButton
      toastOptions={{ className: "pointer-events-auto" }}
    />
  );
}
