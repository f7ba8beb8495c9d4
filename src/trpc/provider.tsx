"use client";

import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { httpBatchStreamLink, type TRPCLink } from "@trpc/client";
import { type ReactNode, useState } from "react";
import type { AppRouter } from "@/features";
import { wire } from "@/lib/wire";
import { callOptions } from "./call-options";
import { api } from "./client";
import { reportFailure } from "./failure";

declare module "@tanstack/react-query" {
  interface Register {
    /** Whether a call itself says that the session has ended. */
    mutationMeta: { handlesSessionEnd?: boolean };
  }
}

// Infinite queries add `direction`, which our inputs refuse; the direction of a sort ("asc", "desc") stays.
const withoutDirection: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    const { direction, ...input } = Object(op.input) as Record<string, unknown>;
    return next(direction === "forward" || direction === "backward" ? { ...op, input } : op);
  };

/** Provides the procedures' client to the pages inside. */
export function ApiProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(
    () =>
      new QueryClient({
        queryCache: new QueryCache({ onError: reportFailure }),
        mutationCache: new MutationCache({ onError: reportFailure }),
        defaultOptions: callOptions,
      }),
  );
  const [client] = useState(() =>
    api.createClient({
      links: [withoutDirection, httpBatchStreamLink({ url: "/api/trpc", maxItems: 10, transformer: wire })],
    }),
  );
  return (
    <api.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </api.Provider>
  );
}
