import type { ReactNode } from "react";
import { Alert } from "./alert";
import { Button } from "./button";

type FailedProps = {
  /** The query that failed. */
  of: { isFetching: boolean; refetch: () => Promise<unknown> };
  children: ReactNode;
};

/** Says what could not be read, with a button that asks again. What was read before may stay below it. */
export function Failed({ of: { isFetching, refetch }, children }: FailedProps) {
  return (
    <Alert
      tone="error"
      action={
        <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
          Try Again
        </Button>
      }
    >
      {children}
    </Alert>
  );
}
