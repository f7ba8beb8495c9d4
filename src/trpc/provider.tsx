"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { httpBatchStreamLink, type TRPCLink } from "@trpc/client";
import { type ReactNode, useState } from "react";
import type { AppRouter } from "@/api/root";
import { wire } from "@/lib/wire";
import { api } from "./client";
import { isWorthRetrying } from "./failure";

// A list that grows page by page tells the server its direction, which is no field of our inputs.
const withoutDirection: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    const { direction, ...input } = Object(op.input) as Record<string, unknown>;
    return next(direction === undefined ? op : { ...op, input });
  };

/** Puts the procedures' client round the pages that use it. */
export function ApiProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            staleTime: 30_000,
            retry: (failures, error) => failures < 1 && isWorthRetrying(error),
            refetchOnWindowFocus: false,
          },
        },
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
