"use client";

import { type ComponentType, useEffect, useState } from "react";
import { onToastRequest } from "./toast";

/**
 * The place where toasts appear; once, in the root layout. Its code travels at the first touch or key press: a visit
 * that only reads never needs it, and a toast about a lost connection must not have to be fetched. Where it could not be
 * loaded, the next touch or toast tries again; what was to be said in the last minute waits until then.
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
