"use client";

import { useEffect, useState } from "react";

/**
 * The code in the fragment of the URL, which no server or log sees. It is removed from the address bar and the history. Null
 * without one, undefined before the URL is read.
 */
export function useCodeInAddress(): string | null | undefined {
  const [code, setCode] = useState<string | null>();

  useEffect(() => {
    function read() {
      const found = decodeURIComponent(window.location.hash.slice(1));
      setCode((known) => found || (known ?? null));
      // Deferred until the router is ready, because it would restore the URL that it knows.
      if (found) queueMicrotask(() => window.history.replaceState(null, "", window.location.pathname));
    }
    read();
    // Another link opened in the same tab changes only the fragment.
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, []);

  return code;
}
