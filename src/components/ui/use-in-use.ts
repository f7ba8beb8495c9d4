"use client";

import { useEffect, useState } from "react";

/** In milliseconds. */
const untouched = 10 * 60_000;

/**
 * Reports whether the page is in use: after ten minutes without pointer, wheel or key it is not, and at the next one it is
 * again. Pages poll only while they are in use, so that an abandoned login expires. Returns a function that stops it.
 */
export function watchUse(tell: (isInUse: boolean) => void): () => void {
  const listening = new AbortController();
  let end: ReturnType<typeof setTimeout> | undefined;
  function touch() {
    clearTimeout(end);
    end = setTimeout(() => tell(false), untouched);
    tell(true);
  }
  touch();
  for (const event of ["pointerdown", "keydown", "wheel", "touchmove"])
    window.addEventListener(event, touch, { signal: listening.signal, passive: true });
  return () => {
    listening.abort();
    clearTimeout(end);
  };
}

/** Whether the page is in use, for the interval of a query. */
export function useInUse(): boolean {
  const [isInUse, setInUse] = useState(true);
  useEffect(() => watchUse(setInUse), []);
  return isInUse;
}
