"use client";

import { useAnswer } from "@/components/form/use-answer";
import { api } from "@/trpc/client";

type Who = Awaited<ReturnType<ReturnType<typeof api.useUtils>["client"]["students"]["who"]["mutate"]>>;

/** Debounce time in milliseconds; with the response, the line appears within 300. */
const pause = 120;

const isComplete = (address: string) => /^\S+@\S+\.\S+$/.test(address);

/** Students by a part of their name, to choose an address from while none is complete. */
export function useSuggestedStudents(typed: string) {
  const { client } = api.useUtils();
  const isAsked = typed.length > 1 && typed.length <= 100 && !isComplete(typed);
  const answer = useAnswer(typed, pause, (signal) =>
    isAsked ? client.students.suggest.mutate({ search: typed }, { signal }) : undefined,
  );
  return answer?.to === typed ? answer.found : undefined;
}

/** The person of an address, once it is complete: null for nobody, undefined while unknown. */
export function useWho(address: string): Who | undefined {
  const { client } = api.useUtils();
  const answer = useAnswer(address, pause, (signal) =>
    isComplete(address) ? client.students.who.mutate({ identifier: address }, { signal }) : undefined,
  );
  return answer?.to === address ? answer.found : undefined;
}
