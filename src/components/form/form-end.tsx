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
  /** What is to be confirmed is not here yet. The dialog can still be left. */
  disabled?: boolean;
  danger?: boolean;
  /** Offers to leave the dialog beside the cross. */
  onCancel?: () => void;
  children: ReactNode;
};

/** The end of a form in a dialog: the error and the submit button. */
export function FormEnd(props: FormEndProps) {
  const { failure, failed, busy, busyText, disabled, danger = false, onCancel, children } = props;
  return (
    <>
      {failure && <Alert tone="error">{messageOf(failure, failed)}</Alert>}
      <div className="grid gap-2.5 sm:flex sm:justify-end">
        {onCancel && (
          <Button variant="secondary" disabled={busy} onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button
          type="submit"
          variant={danger ? "danger" : "primary"}
          disabled={disabled}
          busy={busy}
          busyText={busyText}
        >
          {children}
        </Button>
      </div>
    </>
  );
}
