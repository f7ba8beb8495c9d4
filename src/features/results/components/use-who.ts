"use client";

import { useEffect, useState } from "react";
import { api } from "@/trpc/client";

type Who = Awaited<ReturnType<ReturnType<typeof api.useUtils>["client"]["students"]["who"]["mutate"]>>;

/** Debounce time in milliseconds; with the response, the line appears within 300. */
const pause = 120;

const isComplete = (address: string) => /^\S+@\S+\.\S+$/.test(address);

/** Students by a part of their name, to choose an address from while none is complete. */
export function useSuggestedStudents(typed: string) {
  const [search, setSearch] = useState("");
  useEffect(() => {
    const timer = setTimeout(setSearch, pause, typed);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = api.students.list.useQuery({ search, limit: 8 }, { enabled: search.length > 1 && !isComplete(search) });
  return search === typed
    ? (found.data?.items ?? []).flatMap(({ email, ...one }) => (email ? [{ ...one, email }] : []))
    : [];
}

/** The person of an address, once it is complete: null for nobody, undefined while unknown. */
export function useWho(address: string): Who | undefined {
  const { client } = api.useUtils();
  const [answer, setAnswer] = useState<{ to: string; who: Who }>();

  useEffect(() => {
    if (!isComplete(address)) {
      // The same address may match a person who was added since.
      setAnswer(undefined);
      return;
    }
    const asking = new AbortController();
    const timer = setTimeout(() => {
      client.students.who.mutate({ identifier: address }, { signal: asking.signal }).then(
        (who) => asking.signal.aborted || setAnswer({ to: address, who }),
        // No line is shown; the server decides on submit.
        () => {},
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [address, client]);

  return answer?.to === address ? answer.who : undefined;
}
