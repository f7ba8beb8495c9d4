"use client";

import { useEffect } from "react";
import { useRefresh } from "./use-refresh";

/** A tab that comes to the front fires several events. In milliseconds. */
const eventsBelongTogether = 3000;

/** Refreshes the page when its tab comes to the front. */
export function KeepFresh() {
  const refresh = useRefresh();
  useEffect(() => {
    let since = Date.now();
    const listening = new AbortController();
    const draw = async () => {
      const before = since;
      since = Date.now();
      if (!(await refresh(listening.signal))) since = before;
    };
    const look = () => {
      if (document.visibilityState === "visible" && Date.now() - since > eventsBelongTogether) void draw();
    };
    document.addEventListener("visibilitychange", look, { signal: listening.signal });
    window.addEventListener("focus", look, { signal: listening.signal });
    return () => listening.abort();
  }, [refresh]);
  return null;
}
