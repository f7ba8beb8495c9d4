"use client";

import { useEffect, useState } from "react";

type Parts = { token?: string | undefined; number?: string | undefined };

/**
 * What an address carries behind its `#`, where no server, log or referrer sees it: the token of a mailed link, or the number of an
 * application. Once read it is gone from the address bar. @returns the parts, and how to forget them
 */
export function useAddressParts(): [Parts, () => void] {
  const [parts, setParts] = useState<Parts>({});

  useEffect(() => {
    function read() {
      const found = new URLSearchParams(window.location.hash.slice(1));
      const [token, number] = [found.get("token") ?? undefined, found.get("number") ?? undefined];
      if (!token && !number) return;
      setParts({ token, number });
      // A moment later, when the router listens: it would write the address it knows back.
      queueMicrotask(() => window.history.replaceState(null, "", window.location.pathname));
    }
    read();
    // Another link opened in the same tab changes nothing but this part.
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, []);

  return [parts, () => setParts({})];
}
