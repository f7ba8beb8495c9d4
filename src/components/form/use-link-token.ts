"use client";

import { useEffect, useState } from "react";

/**
 * The token in the fragment of an emailed link, which no server or log sees. It is removed from the address bar. Null
 * without one, undefined before the URL is read.
 */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>();

  useEffect(() => {
    function read() {
      const found = new URLSearchParams(window.location.hash.slice(1)).get("token");
      setToken((known) => found ?? known ?? null);
      // Deferred until the router is ready, because it would restore the URL that it knows.
      if (found) queueMicrotask(() => window.history.replaceState(null, "", window.location.pathname));
    }
    read();
    // Another link opened in the same tab changes only the fragment.
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, []);

  return token;
}
