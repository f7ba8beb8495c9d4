"use client";

import { useEffect, useEffectEvent, useState } from "react";

/**
 * The server's latest answer about the typed text, requested after `pause` milliseconds without a key: the text that it is
 * about (`to`), and what was found, undefined if the call failed. It stays until the next answer. `ask` returns undefined if
 * there is nothing to ask.
 */
export function useAnswer<Found>(
  typed: string,
  pause: number,
  ask: (signal: AbortSignal) => Promise<Found> | undefined,
): { to: string; found: Found | undefined } | undefined {
  const [answer, setAnswer] = useState<{ to: string; found: Found | undefined }>();
  const send = useEffectEvent(ask);

  useEffect(() => {
    const asking = new AbortController();
    const settle = (found: Found | undefined) => asking.signal.aborted || setAnswer({ to: typed, found });
    const timer = setTimeout(() => {
      send(asking.signal)?.then(settle, () => settle(undefined));
    }, pause);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [typed, pause]);

  return answer;
}
