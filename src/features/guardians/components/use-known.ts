"use client";

import { useEffect, useState } from "react";
import { api } from "@/trpc/client";
import type { FindGuardianInput, FoundGuardianView } from "../schema-people";

type Without<Type> = Type extends unknown ? Omit<Type, "search"> : never;

/** For whom a guardian is looked for: a student, or a guardian who may be the same person. */
type Beside = Without<FindGuardianInput>;

/** After the last key, in milliseconds: with the answer, the people stand within 300. */
const pause = 150;

/** Who might be meant by what is typed; nobody while it is too short or unknown. */
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
        // Nobody is offered; the server decides when the form is sent.
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
