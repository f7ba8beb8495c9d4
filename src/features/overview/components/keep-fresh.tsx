"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** A tab that comes to the front fires several events. In milliseconds. */
const eventsBelongTogether = 3000;

/** The renderings that were shown in this tab: Back brings one of them again, whatever its age. */
const shown = new Set<string>();

/** Draws the page anew after Back, and in a tab that comes to the front. `drawnAt` tells its renderings apart. */
export function KeepFresh({ drawnAt }: { drawnAt: string }) {
  const router = useRouter();
  useEffect(() => {
    let since = Date.now();
    const draw = () => {
      since = Date.now();
      router.refresh();
    };
    const look = () => {
      if (document.visibilityState === "visible" && Date.now() - since > eventsBelongTogether) draw();
    };
    if (shown.has(drawnAt)) draw();
    shown.add(drawnAt);
    const listening = new AbortController();
    document.addEventListener("visibilitychange", look, { signal: listening.signal });
    window.addEventListener("focus", look, { signal: listening.signal });
    return () => listening.abort();
  }, [drawnAt, router]);
  return null;
}
