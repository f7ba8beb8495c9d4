"use client";

import { Ellipsis } from "lucide-react";
import { type ReactNode, type Ref, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from "react";

type RowMenuProps = {
  label: string;
  /** {@link RowAction}s and links of the same look. */
  children: ReactNode;
  look?: "row" | "page";
  /** The actions contain the dialogs that they open, so they stay when the list closes. */
  holdsDialogs?: boolean;
  /** The button, for code that returns the focus to it. */
  ref?: Ref<HTMLButtonElement>;
};

/** Places a list beside a button: below it if it fits there, otherwise on the side with more room. It scrolls if it does not fit. */
export function placeBeside(button: { bottom: number; top: number }, height: number, windowHeight: number) {
  const [above, below] = [button.top - 8, windowHeight - button.bottom - 8];
  if (height <= below || above <= below) return { top: button.bottom + 4, maxHeight: below };
  return { top: button.top - Math.min(height, above) - 4, maxHeight: above };
}

/**
 * The actions of a row in a list below a button. It is a browser popover, which Escape and a click elsewhere close. In a row,
 * the touch area of the button is larger than the visible button.
 */
export function RowMenu({ label, children, look = "row", holdsDialogs = false, ref }: RowMenuProps) {
  const id = useId();
  // Undefined before it is first opened.
  const [isOpen, setIsOpen] = useState<boolean>();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => button.current as HTMLButtonElement, []);

  // It can be opened before the script runs, and that event is missed. `:is` tolerates browsers without popovers.
  useLayoutEffect(() => {
    if (list.current?.matches(":is(:popover-open)")) setIsOpen(true);
  }, []);

  // Only once the entries are there does the list have its height.
  useLayoutEffect(() => {
    if (!isOpen || !button.current || !list.current) return;
    const { style } = list.current;
    style.maxHeight = "";
    const { bottom, top, right } = button.current.getBoundingClientRect();
    const place = placeBeside({ bottom, top }, list.current.offsetHeight, window.innerHeight);
    style.maxHeight = `${place.maxHeight}px`;
    style.top = `${place.top}px`;
    style.right = `${document.documentElement.clientWidth - right}px`;
  }, [isOpen]);

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={`More for ${label}`}
        className={
          look === "row"
            ? "relative inline-grid size-7.5 place-items-center rounded-sm text-ink-soft after:absolute after:-inset-1.75 hover:bg-sunken hover:text-ink focus-visible:outline-offset-1 dense:after:hidden print:hidden"
            : "inline-grid size-11 place-items-center rounded-md border border-line-strong bg-surface hover:border-accent hover:bg-accent-soft dense:size-9 print:hidden"
        }
      >
        <Ellipsis aria-hidden className="size-4.5" />
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        onToggle={({ newState }) => {
          setIsOpen(newState === "open");
        }}
        className="inset-auto m-0 min-w-48 rounded-md border border-line bg-surface p-1 text-start text-ink text-sm shadow-float"
      >
        {(holdsDialogs ? isOpen !== undefined : isOpen) && children}
      </div>
    </>
  );
}

export const menuLine =
  "flex min-h-11 w-full items-center gap-2.5 rounded-sm px-3 py-1 text-start hover:bg-sunken focus-visible:-outline-offset-3 dense:min-h-8.5 [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-ink-soft";

export function RowAction({ icon, onClick, children }: { icon: ReactNode; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      onClick={(event) => {
        // The focus returns to the menu's button first, and from there to whatever opens.
        event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
        onClick();
      }}
      className={menuLine}
    >
      {icon}
      {children}
    </button>
  );
}
