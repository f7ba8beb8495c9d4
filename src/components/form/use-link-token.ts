"use client";

import { useEffect, useState } from "react";

/**
 * What the link of a mail carries behind its `#`, where no server and no log sees it. Once read it is gone from the address
 * bar. Null for a link without any, undefined before this could be known.
 */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>();

  useEffect(() => {
    function read() {
      const found = new URLSearchParams(window.location.hash.slice(1)).get("token");
      setToken((known) => found ?? known ?? null);
      // A moment later, when the router listens: it would write the address it knows back.
      if (found) queueMicrotask(() => window.history.replaceState(null, "", window.location.pathname));
    }
    read();
    // Another link opened in the same tab changes nothing but this part.
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, []);

  return token;
}
