"use client";

import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";

type Query<Data> = {
  data: Data | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
};

/** What would be printed, once the server has answered. */
export function Preview<Data>({ query, children }: { query: Query<Data>; children: (data: Data) => ReactNode }) {
  if (query.data !== undefined) return children(query.data);
  if (!query.error) {
    return (
      <p role="status" className="text-ink-soft text-sm">
        {copy.loading}
      </p>
    );
  }
  return (
    <Alert
      tone="error"
      action={
        <Button variant="secondary" busy={query.isFetching} onClick={() => void query.refetch()}>
          {copy.again}
        </Button>
      }
    >
      {messageOf(query.error, copy.loadFailed)}
    </Alert>
  );
}
