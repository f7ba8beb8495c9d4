"use client";

import { useEffect, useEffectEvent, useState } from "react";

/**
 * What `found` takes from the fragment of the URL, which no server or log sees. The fragment is removed from the address bar
 * and the history. Null without one, undefined before the URL is read. Also returns how to forget it.
 */
export function useFragment(
  found: (fragment: string) => string | null,
): [found: string | null | undefined, forget: () => void] {
  const [kept, setKept] = useState<string | null>();
  const read = useEffectEvent(() => {
    const value = found(window.location.hash.slice(1));
    setKept((known) => value || (known ?? null));
    // Deferred until the router is ready, because it would restore the URL that it knows.
    if (value) queueMicrotask(() => window.history.replaceState(null, "", window.location.pathname));
  });

  useEffect(() => {
    const readAgain = () => read();
    readAgain();
    // Another link opened in the same tab changes only the fragment.
    window.addEventListener("hashchange", readAgain);
    return () => window.removeEventListener("hashchange", readAgain);
  }, []);

  return [kept, () => setKept(null)];
}

/** The token of an emailed link. */
export const useLinkToken = () => useFragment((fragment) => new URLSearchParams(fragment).get("token"))[0];
