"use client";

import { X } from "lucide-react";
import * as Dialog from "radix-ui/dialog";
import type { ReactNode } from "react";
import { officeLook } from "./office-look";
import { useReturnedFocus } from "./use-returned-focus";

type SheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
};

/** A panel at the side, 72 units wide (spec §9): closed by the overlay, its button or Escape; the focus stays inside. */
export function Sheet({ open, onOpenChange, title, children }: SheetProps) {
  const returnedFocus = useReturnedFocus();
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-overlay data-[state=closed]:animate-vanish data-[state=open]:animate-appear" />
        <Dialog.Content
          {...officeLook()}
          {...returnedFocus}
          aria-describedby={undefined}
          className="fixed inset-y-0 end-0 z-50 flex w-72 max-w-full flex-col overflow-y-auto border-line border-s bg-surface shadow-float data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in"
        >
          <div className="flex items-center justify-between gap-3 border-line border-b py-2.5 ps-5 pe-2.5">
            <Dialog.Title className="min-w-0 break-words text-lg">{title}</Dialog.Title>
            <Dialog.Close
              aria-label="Close"
              className="grid size-11 shrink-0 place-items-center rounded-md transition-colors hover:bg-sunken"
            >
              <X aria-hidden className="size-5" />
            </Dialog.Close>
          </div>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
