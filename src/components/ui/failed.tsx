import type { ReactNode } from "react";
import { Alert } from "./alert";
import { Button } from "./button";
import { buttonStyle } from "./button-style";
import { passFocusOn } from "./take-focus";

type FailedProps = {
  /** The query that failed. */
  of: { isFetching: boolean; refetch: () => Promise<unknown> };
  children: ReactNode;
};

/** Says what could not be loaded, with a button that tries again. Earlier data may stay below it. */
export function Failed({ of: { isFetching, refetch }, children }: FailedProps) {
  return (
    <Alert
      tone="error"
      action={
        <Button ref={passFocusOn} variant="secondary" busy={isFetching} onClick={() => void refetch()}>
          Try Again
        </Button>
      }
    >
      {children}
    </Alert>
  );
}

/** Says what the server could not load for the page at `href`, with a link to it, which works without JavaScript. */
export function FailedPage({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Alert
      tone="error"
      action={
        <a href={href} className={buttonStyle({ variant: "secondary" })}>
          Try Again
        </a>
      }
    >
      {children}
    </Alert>
  );
}
