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
  return <Region theme="system" position="bottom-right" visibleToasts={20} expand duration={6000} closeButton />;
}
