"use client";

import { useEffect, useState } from "react";

/**
 * The code that a link or a QR code carries behind its `#`, where no server and no log sees it. Once read it is gone from the
 * address bar and from the history. Null without one, undefined before this could be known.
 */
export function useCodeInAddress(): string | null | undefined {
  const [code, setCode] = useState<string | null>();

  useEffect(() => {
    function read() {
      const found = decodeURIComponent(window.location.hash.slice(1));
      setCode((known) => found || (known ?? null));
      // A moment later, when the router listens: it would write the address it knows back.
      if (found) queueMicrotask(() => window.history.replaceState(null, "", window.location.pathname));
    }
    read();
    // Another link opened in the same tab changes nothing but this part.
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, []);

  return code;
}
