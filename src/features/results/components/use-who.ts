"use client";

import { useEffect, useEffectEvent, useState } from "react";
import { api } from "@/trpc/client";

type Who = Awaited<ReturnType<ReturnType<typeof api.useUtils>["client"]["students"]["who"]["mutate"]>>;

/** Debounce time in milliseconds; with the response, the line appears within 300. */
const pause = 120;

const isComplete = (address: string) => /^\S+@\S+\.\S+$/.test(address);

/** The server's answer to what was typed last; undefined while unknown, or if `ask` has nothing to ask. */
function useAnswer<Answer>(typed: string, ask: (signal: AbortSignal) => Promise<Answer> | undefined) {
  const [answer, setAnswer] = useState<{ to: string; found: Answer }>();
  const send = useEffectEvent(ask);

  useEffect(() => {
    // The same text may match a person who was added since.
    setAnswer(undefined);
    const asking = new AbortController();
    const timer = setTimeout(() => {
      send(asking.signal)?.then(
        (found) => asking.signal.aborted || setAnswer({ to: typed, found }),
        // Nothing is shown; the server decides on submit.
        () => {},
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [typed]);

  return answer?.to === typed ? answer.found : undefined;
}

/** Students by a part of their name, to choose an address from while none is complete. */
export function useSuggestedStudents(typed: string) {
  const { client } = api.useUtils();
  const isAsked = typed.length > 1 && typed.length <= 100 && !isComplete(typed);
  return useAnswer(typed, (signal) =>
    isAsked ? client.students.suggest.mutate({ search: typed }, { signal }) : undefined,
  );
}

/** The person of an address, once it is complete: null for nobody, undefined while unknown. */
export function useWho(address: string): Who | undefined {
  const { client } = api.useUtils();
  return useAnswer(address, (signal) =>
    isComplete(address) ? client.students.who.mutate({ identifier: address }, { signal }) : undefined,
  );
}
