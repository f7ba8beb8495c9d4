"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { toast } from "@/components/ui/toast";
import { sessionEnd } from "@/lib/session-end";
import { codeOf } from "@/trpc/failure";
import { leaving as copy } from "../messages-leaving";

export const sessionEndToast = "session-end";

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
      if (!event.mutation.meta?.handlesSessionEnd) tellSessionEnd();
    });
    window.addEventListener(sessionEnd, tellSessionEnd);
    return () => {
      end();
      window.removeEventListener(sessionEnd, tellSessionEnd);
    };
  }, [client]);
  return null;
}

/** Shows a toast until it is closed, with a link to the login in another tab. */
export function tellSessionEnd(): void {
  const here = encodeURIComponent(window.location.pathname + window.location.search);
  const logIn = () => window.open(`/login?next=${here}`, "_blank", "noopener");
  toast.error(copy.sessionEnded, {
    id: sessionEndToast,
    duration: Number.POSITIVE_INFINITY,
    action: { label: copy.signIn, onClick: logIn },
  });
}
