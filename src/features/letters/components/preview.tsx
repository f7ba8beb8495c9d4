"use client";

import type { ReactNode } from "react";
import { Failed } from "@/components/ui/failed";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";

type Query<Data> = {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
};

/** A preview of what would be printed, once the server has responded. */
export function Preview<Data>({ query, children }: { query: Query<Data>; children: (data: Data) => ReactNode }) {
  if (query.data !== undefined) return <div className="flex flex-col gap-4">{children(query.data)}</div>;
  if (!query.error) {
    return (
      <p role="status" className="text-ink-soft text-sm">
        {copy.loading}
      </p>
    );
  }
  return <Failed of={query}>{messageOf(query.error, copy.loadFailed)}</Failed>;
}
