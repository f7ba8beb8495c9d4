"use client";

import { useEffect, useState } from "react";
import { api } from "@/trpc/client";
import type { FindGuardianInput, FoundGuardianView } from "../schema-people";

type Without<Type> = Type extends unknown ? Omit<Type, "search"> : never;

/** What the search is for: a guardian of this student, or the same person as this guardian. */
type Beside = Without<FindGuardianInput>;

/** Debounce time in milliseconds; with the response, suggestions appear within 300. */
const pause = 150;

/** People who match the typed text; empty if it is too short or matches nobody. */
export function useKnown(beside: Beside, typed: string): FoundGuardianView[] {
  const { client } = api.useUtils();
  const [answer, setAnswer] = useState<{ to: string; found: FoundGuardianView[] }>();
  const search = typed.trim();
  const [[kind = "", id = ""] = []] = Object.entries(beside);

  useEffect(() => {
    if (search.length < 3) return;
    const asking = new AbortController();
    const timer = setTimeout(() => {
      client.guardians.find.mutate({ [kind]: id, search } as FindGuardianInput, { signal: asking.signal }).then(
        (found) => asking.signal.aborted || setAnswer({ to: search, found }),
        // No suggestions: the server decides on submit.
        () => {},
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [kind, id, search, client]);

  return search.length >= 3 && answer ? answer.found : [];
}
