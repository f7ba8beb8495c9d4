import type { ReactNode } from "react";
import { messageOf } from "@/trpc/failure";
import { Alert } from "../ui/alert";
import { Button } from "../ui/button";

type FormEndProps = {
  /** Why the form was not taken, unless a field says it. */
  failure: Error | undefined;
  /** In place of a failure without words. */
  failed: string;
  busy: boolean;
  busyText: string;
  danger?: boolean;
  children: ReactNode;
};

/** The end of a form in a dialog: why it failed, and its button. */
export function FormEnd({ failure, failed, busy, busyText, danger = false, children }: FormEndProps) {
  return (
    <>
      {failure && <Alert tone="error">{messageOf(failure, failed)}</Alert>}
      <div className="grid sm:justify-end">
        <Button type="submit" variant={danger ? "danger" : "primary"} busy={busy} busyText={busyText}>
          {children}
        </Button>
      </div>
    </>
  );
}
