"use client";

import { useAnswer } from "@/components/form/use-answer";
import { api } from "@/trpc/client";

/** Debounce time in milliseconds. */
const pause = 150;

/** The results of the search; the previous ones stay until the next response. */
export function useFound(typed: string) {
  const { client } = api.useUtils();
  const search = typed.trim().slice(0, 100);
  const answer = useAnswer(search, pause, (signal) =>
    search === "" ? undefined : client.overview.find.mutate({ search }, { signal }),
  );
  const isAnswered = answer?.to === search;
  return {
    found: search === "" ? [] : (answer?.found ?? []),
    isBusy: search !== "" && !isAnswered,
    hasFailed: isAnswered && answer.found === undefined,
  };
}
