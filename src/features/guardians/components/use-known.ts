"use client";

import { useAnswer } from "@/components/form/use-answer";
import { api } from "@/trpc/client";
import type { FindGuardianInput, FoundGuardianView } from "../schema-people";

type Without<Type> = Type extends unknown ? Omit<Type, "search"> : never;

/** What the search is for: a guardian of this student, or the same person as this guardian. */
type Beside = Without<FindGuardianInput>;

/** Debounce time in milliseconds; with the response, suggestions appear within 300. */
const pause = 150;

/** People who match the typed text; undefined while that is unknown, and if the text is too short to ask. */
export function useKnown(beside: Beside, typed: string): FoundGuardianView[] | undefined {
  const { client } = api.useUtils();
  const search = typed.trim();
  const answer = useAnswer(search, pause, (signal) =>
    search.length >= 3 ? client.guardians.find.mutate({ ...beside, search }, { signal }) : undefined,
  );
  return answer?.to === search ? answer.found : undefined;
}
