import type { ReactNode } from "react";
import { Alert } from "./alert";
import { Button } from "./button";

type FailedProps = {
  /** The query that failed. */
  of: { isFetching: boolean; refetch: () => Promise<unknown> };
  /** False where asking again cannot help. */
  canRetry?: boolean;
  /** Instead of asking this query alone again. */
  onRetry?: (() => void) | undefined;
  children: ReactNode;
};

/** Says what could not be read, with a button that asks again. What was read before may stay below it. */
export function Failed({ of: { isFetching, refetch }, canRetry = true, onRetry, children }: FailedProps) {
  return (
    <Alert
      tone="error"
      action={
        canRetry && (
          <Button variant="secondary" busy={isFetching} onClick={onRetry ?? (() => void refetch())}>
            Try Again
          </Button>
        )
      }
    >
      {children}
    </Alert>
  );
}
