"use client";

import { type ComponentType, useEffect, useState } from "react";
import { onToastRequest } from "./toast";

/**
 * The place where toasts appear; once, in the root layout. Its code is loaded at the first touch or key press: a visitor who
 * only reads never needs it, and a toast about a lost connection could not be fetched any more. If it could not be loaded, the
 * next touch or toast tries again; toasts of the last minute wait until then.
 */
export function Toaster() {
  const [Region, setRegion] = useState<ComponentType>();

  useEffect(() => {
    if (Region) return;
    const load = () => import("./toast-region").then((module) => setRegion(() => module.ToastRegion), console.warn);
    const forget = onToastRequest(load);
    addEventListener("pointerdown", load);
    addEventListener("keydown", load, { once: true });
    return () => {
      forget();
      removeEventListener("pointerdown", load);
      removeEventListener("keydown", load);
    };
  }, [Region]);

  return Region && <Region />;
}
