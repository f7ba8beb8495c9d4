"use client";

import { useEffect, useRef, useState } from "react";
import { type ExternalToast, Toaster as Region, toast, useSonner } from "sonner";
import { onToastRequest, takeToastRequests } from "./toast";
import { controlsBeside, freePlace } from "./toast-place";

const inset = 16;
const gap = 14;

/** Many errors are shown nowhere else, and may be long. In milliseconds. */
const errorDuration = 30_000;

/** Shows an error, in place of an equal one that is still shown. It is a new toast, so that screen readers read it again. */
function showError(message: string, options?: ExternalToast): void {
  const isEqual = (one: object) => "title" in one && one.title === message;
  for (const one of toast.getToasts()) if (isEqual(one) && one.id !== options?.id) toast.dismiss(one.id);
  toast.error(message, { duration: errorDuration, ...options });
}

/** The toast library, styled with our tokens and fed by `toast.ts`. */
export function ToastRegion() {
  const region = useRef<HTMLElement>(null);
  const count = useSonner().toasts.length;
  const [bottom, setBottom] = useState(inset);

  useEffect(
    () =>
      onToastRequest(() => {
        for (const { kind, message, options } of takeToastRequests()) {
          if (kind === "dismiss") toast.dismiss(message);
          else if (kind === "error") showError(message, options);
          else toast[kind](message, options);
        }
      }),
    [],
  );

  // A toast must not cover the next control to press. The page below it changes: by scrolling, and by the navigation after a login.
  useEffect(() => {
    if (count === 0) return;
    const place = () => {
      if (!region.current) return;
      const toasts = region.current.querySelectorAll<HTMLElement>("[data-sonner-toast]");
      const height = [...toasts].reduce((sum, one) => sum + one.offsetHeight + gap, -gap);
      const found = controlsBeside(region.current);
      setBottom((now) => freePlace(found, { height, viewport: window.innerHeight, inset, now }));
    };
    const frame = requestAnimationFrame(place);
    const timer = setInterval(place, 200);
    return () => {
      cancelAnimationFrame(frame);
      clearInterval(timer);
    };
  }, [count]);

  // An open panel blocks the pointer everywhere else; a toast above it can still be closed.
  return (
    <Region
      ref={region}
      theme="system"
      position="bottom-right"
      offset={{ bottom, right: inset }}
      mobileOffset={{ bottom }}
      visibleToasts={20}
      expand
      duration={6000}
      closeButton
      toastOptions={{ className: "pointer-events-auto" }}
    />
  );
}
