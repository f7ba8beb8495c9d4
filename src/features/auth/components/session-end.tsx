"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { toast } from "@/components/ui/toast";
import { sessionEnd } from "@/lib/session-end";
import { codeOf } from "@/trpc/failure";
import { leaving as copy } from "../messages-leaving";
import { notice } from "./session-guard";

/**
 * Explains, after the session has ended, how to continue without losing the input: the login opens in another tab, and the
 * same form can be submitted again. Needs an ApiProvider as an ancestor.
 */
export function SessionEnd() {
  const client = useQueryClient();
  useEffect(() => {
    const end = client.getMutationCache().subscribe((event) => {
      if (event.type !== "updated" || event.action.type !== "error") return;
      if (codeOf(event.action.error) !== "UNAUTHORIZED") return;
      // The form handles that itself.
      if (!event.mutation.meta?.handlesSessionEnd) tell();
    });
    window.addEventListener(sessionEnd, tell);
    return () => {
      end();
      window.removeEventListener(sessionEnd, tell);
    };
  }, [client]);
  return null;
}

function tell(): void {
  const here = encodeURIComponent(window.location.pathname + window.location.search);
  const logIn = () => window.open(`/login?next=${here}`, "_blank", "noopener");
  toast.error(copy.sessionEnded, {
    id: notice,
    duration: Number.POSITIVE_INFINITY,
    action: { label: copy.signIn, onClick: logIn },
  });
}
