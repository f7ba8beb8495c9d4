"use client";

import { X } from "lucide-react";
import * as Dialog from "radix-ui/dialog";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { focusField } from "./focus-field";
import { officeLook } from "./office-look";
import { useReturnedFocus } from "./use-returned-focus";

type FormDialogProps = { title: string; lead?: ReactNode; onClose: () => void; children: ReactNode };

/**
 * A form over the page; on a phone a sheet from below. Its cross, Escape and its form close it, but not a stray click beside
 * it. While work is in progress it stays open: otherwise nobody would see the answer.
 */
export function FormDialog({ title, lead, onClose, children }: FormDialogProps) {
  const returnedFocus = useReturnedFocus();
  const content = useRef<HTMLDivElement>(null);
  const isBusy = () => Boolean(content.current?.querySelector("button[aria-busy=true]"));
  return (
    <Dialog.Root open onOpenChange={(next) => next || isBusy() || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-overlay data-[state=open]:animate-appear" />
        <div className="pointer-events-none fixed inset-0 z-50 grid place-items-end sm:place-items-center sm:p-4">
          <Dialog.Content
            {...officeLook()}
            onCloseAutoFocus={returnedFocus.onCloseAutoFocus}
            aria-describedby={undefined}
            ref={content}
            onOpenAutoFocus={(event) => {
              returnedFocus.onOpenAutoFocus();
              focusField(event);
            }}
            onKeyDown={ignoreHeldEnter}
            onInteractOutside={(event) => event.preventDefault()}
            className="pointer-events-auto grid max-h-full w-full max-w-140 grid-cols-1 gap-4 overflow-y-auto rounded-lg border border-line bg-surface p-6 shadow-float data-[state=open]:animate-rise max-sm:rounded-b-none max-sm:p-4"
          >
            <div className="flex items-start justify-between gap-3">
              <div className="grid min-w-0 gap-1">
                <Dialog.Title className="text-xl">{title}</Dialog.Title>
                {lead && <div className="text-ink-soft text-sm">{lead}</div>}
              </div>
              <Dialog.Close
                aria-label="Close"
                className="-me-2 -mt-1.5 grid size-11 shrink-0 place-items-center rounded-md transition-colors hover:bg-sunken dense:size-9"
              >
                <X aria-hidden className="size-5" />
              </Dialog.Close>
            </div>
            {children}
          </Dialog.Content>
        </div>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** If the key that opened the dialog is still held, it would submit the form unread. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === "Enter" && event.repeat && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
}
