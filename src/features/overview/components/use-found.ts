"use client";

import { useEffect, useState } from "react";
import { api } from "@/trpc/client";
import type { Found } from "../schema";

/** Debounce time in milliseconds. */
const pause = 150;

type Answer = { to: string; found?: Found };

/** The results of the search; the previous ones stay until the next response. */
export function useFound(typed: string) {
  const { client } = api.useUtils();
  const [answer, setAnswer] = useState<Answer>();
  const search = typed.trim().slice(0, 100);

  useEffect(() => {
    if (search === "") return;
    const asking = new AbortController();
    const timer = setTimeout(() => {
      client.overview.find.mutate({ search }, { signal: asking.signal }).then(
        (found) => asking.signal.aborted || setAnswer({ to: search, found }),
        () => asking.signal.aborted || setAnswer({ to: search }),
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [search, client]);

  const isAnswered = answer?.to === search;
  return {
    found: search === "" ? [] : (answer?.found ?? []),
    isBusy: search !== "" && !isAnswered,
    hasFailed: isAnswered && answer.found === undefined,
  };
}
