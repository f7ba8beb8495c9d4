"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { askSession } from "@/lib/session-calls";

/** A tab that comes to the front fires several events. In milliseconds. */
const eventsBelongTogether = 3000;

/** The renderings that were shown in this tab: Back brings one of them again, whatever its age. */
const shown = new Set<string>();

/** Draws the page anew after Back, and in a tab that comes to the front. `drawnAt` tells its renderings apart. */
export function KeepFresh({ drawnAt }: { drawnAt: string }) {
  const router = useRouter();
  useEffect(() => {
    let since = Date.now();
    const listening = new AbortController();
    const draw = async () => {
      const before = since;
      since = Date.now();
      try {
        // Without a server, drawing anew would leave the page for the browser's error.
        const account = await askSession();
        if (account && !listening.signal.aborted) router.refresh();
      } catch {
        since = before;
      }
    };
    const look = () => {
      if (document.visibilityState === "visible" && Date.now() - since > eventsBelongTogether) void draw();
    };
    if (shown.has(drawnAt)) void draw();
    shown.add(drawnAt);
    document.addEventListener("visibilitychange", look, { signal: listening.signal });
    window.addEventListener("focus", look, { signal: listening.signal });
    return () => listening.abort();
  }, [drawnAt, router]);
  return null;
}
