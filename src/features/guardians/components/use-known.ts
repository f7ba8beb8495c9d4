"use client";

import { useEffect, useState } from "react";
import { api } from "@/trpc/client";
import type { FoundGuardianView } from "../schema-links";

/** After the last key, in milliseconds: with the answer, the people stand within 300. */
const pause = 150;

/** Who might be meant by what is typed; nobody while it is too short or unknown. */
export function useKnown(studentId: string, typed: string): FoundGuardianView[] {
  const { client } = api.useUtils();
  const [answer, setAnswer] = useState<{ to: string; found: FoundGuardianView[] }>();
  const search = typed.trim();

  useEffect(() => {
    if (search.length < 3) return;
    const asking = new AbortController();
    const timer = setTimeout(() => {
      client.guardians.find.mutate({ studentId, search }, { signal: asking.signal }).then(
        (found) => asking.signal.aborted || setAnswer({ to: search, found }),
        // Nobody is offered; the server decides when the form is sent.
        () => {},
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [studentId, search, client]);

  return search.length >= 3 && answer ? answer.found : [];
}
