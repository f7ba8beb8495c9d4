"use client";

import { useEffect, useState } from "react";
import { api } from "@/trpc/client";

type Who = Awaited<ReturnType<ReturnType<typeof api.useUtils>["client"]["students"]["who"]["mutate"]>>;

/** After the last key, in milliseconds: with the answer, the line stands within 300. */
const pause = 120;

/** Who is behind an address, once it is typed whole: null for nobody, undefined while that is not known. */
export function useWho(address: string): Who | undefined {
  const { client } = api.useUtils();
  const [answer, setAnswer] = useState<{ to: string; who: Who }>();

  useEffect(() => {
    if (!/^\S+@\S+\.\S+$/.test(address)) {
      // The same address again may mean somebody who was put on the roster since.
      setAnswer(undefined);
      return;
    }
    const asking = new AbortController();
    const timer = setTimeout(() => {
      client.students.who.mutate({ identifier: address }, { signal: asking.signal }).then(
        (who) => asking.signal.aborted || setAnswer({ to: address, who }),
        // The line stays empty, and the server decides when the form is sent.
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
