"use client";

import * as AlertDialog from "radix-ui/alert-dialog";
import type { ReactNode } from "react";
import { Alert } from "./alert";
import { Button } from "./button";
import { focusField } from "./focus-field";
import { officeLook } from "./office-look";
import { useOwnFault } from "./use-own-fault";
import { useReturnedFocus } from "./use-returned-focus";

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: ReactNode;
  confirmLabel: string;
  /** Red, unless the action can be undone. */
  confirmVariant?: "danger" | "primary";
  cancelLabel?: string;
  onConfirm: () => void;
  /** Work is in progress; the dialog stays until it is done. */
  busy?: boolean;
  busyText?: string;
  /** Why the work did not succeed; the question stays open. */
  error?: string | undefined;
};

/** A question that must be answered. The safe answer has the focus, unless something must be typed first; Escape means no. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  confirmVariant = "danger",
  cancelLabel = "Cancel",
  onConfirm,
  busy = false,
  busyText,
  error,
}: DialogProps) {
  const returnedFocus = useReturnedFocus();
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !busy && onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-40 bg-overlay data-[state=closed]:animate-vanish data-[state=open]:animate-appear" />
        <div className="pointer-events-none fixed inset-0 z-50 grid place-items-end p-4 sm:place-items-center">
          <AlertDialog.Content
            {...officeLook()}
            onCloseAutoFocus={returnedFocus.onCloseAutoFocus}
            onOpenAutoFocus={(event) => {
              returnedFocus.onOpenAutoFocus();
              focusField(event);
            }}
            className="pointer-events-auto grid max-h-full w-full max-w-form gap-3 overflow-y-auto rounded-lg border border-line bg-surface p-6 shadow-float data-[state=closed]:animate-vanish data-[state=open]:animate-rise"
          >
            <AlertDialog.Title className="text-xl">{title}</AlertDialog.Title>
            <AlertDialog.Description asChild>
              <div className="text-ink-soft text-sm">{description}</div>
            </AlertDialog.Description>
            <Fault error={error} />
            <div className="mt-3 grid gap-2.5 sm:flex sm:justify-end">
              <AlertDialog.Cancel asChild>
                <Button variant="secondary" disabled={busy}>
                  {cancelLabel}
                </Button>
              </AlertDialog.Cancel>
              <Button variant={confirmVariant} busy={busy} busyText={busyText} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </AlertDialog.Content>
        </div>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function Fault({ error }: { error: string | undefined }) {
  const own = useOwnFault(error);
  return own ? <Alert tone="error">{own}</Alert> : null;
}
