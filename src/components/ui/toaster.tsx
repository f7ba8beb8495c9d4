"use client";

import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import { onToastRequest } from "./toast";

const ToastRegion = lazy(() =>
  import("./toast-region").then(
    (module): { default: ComponentType } => ({ default: module.ToastRegion }),
    // A page without its short messages is better than no page.
    () => ({ default: () => null }),
  ),
);

/**
 * The place where toasts appear; once, in the root layout. Its code travels at the first touch or key press: a visit
 * that only reads never needs it, and a toast about a lost connection must not have to be fetched.
 */
export function Toaster() {
  const [wanted, setWanted] = useState(false);

  useEffect(() => {
    if (wanted) return;
    const want = () => setWanted(true);
    const forget = onToastRequest(want);
    addEventListener("pointerdown", want, { once: true });
    addEventListener("keydown", want, { once: true });
    return () => {
      forget();
      removeEventListener("pointerdown", want);
      removeEventListener("keydown", want);
    };
  }, [wanted]);

  return <Suspense>{wanted && <ToastRegion />}</Suspense>;
}
