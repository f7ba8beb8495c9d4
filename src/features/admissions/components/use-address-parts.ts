"use client";

import { useEffect, useState } from "react";

type Parts = { token?: string | undefined; number?: string | undefined };

/**
 * The parameters in the fragment of the URL, which no server, log or referrer sees: a token or a reference. They are removed
 * from the address bar. @returns the parameters, and a function to clear them
 */
export function useAddressParts(): [Parts, () => void] {
  const [parts, setParts] = useState<Parts>({});

  useEffect(() => {
    function read() {
      const found = new URLSearchParams(window.location.hash.slice(1));
      const [token, number] = [found.get("token") ?? undefined, found.get("number") ?? undefined];
      if (!token && !number) return;
      setParts({ token, number });
      // Deferred until the router is ready, because it would restore the URL that it knows.
      queueMicrotask(() => window.history.replaceState(null, "", window.location.pathname));
    }
    read();
    // Another link opened in the same tab changes only the fragment.
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, []);

  return [parts, () => setParts({})];
}
