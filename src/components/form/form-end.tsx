import type { ReactNode } from "react";
import { messageOf } from "@/trpc/failure";
import { Alert } from "../ui/alert";
import { Button } from "../ui/button";

type FormEndProps = {
  /** Why the form was rejected, unless a field shows it. */
  failure: Error | undefined;
  /** The text for a failure without a message. */
  failed: string;
  busy: boolean;
  busyText: string;
  danger?: boolean;
  /** Offers to leave the dialog beside the cross. */
  onCancel?: () => void;
  children: ReactNode;
};

/** The end of a form in a dialog: the error and the submit button. */
export function FormEnd({ failure, failed, busy, busyText, danger = false, onCancel, children }: FormEndProps) {
  return (
    <>
      {failure && <Alert tone="error">{messageOf(failure, failed)}</Alert>}
      <div className="grid gap-2.5 sm:flex sm:justify-end">
        {onCancel && (
          <Button variant="secondary" disabled={busy} onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" variant={danger ? "danger" : "primary"} busy={busy} busyText={busyText}>
          {children}
        </Button>
      </div>
    </>
  );
}
