"use client";

import { useRef } from "react";

/**
 * Handlers for an overlay that is opened by state rather than by a trigger of its own: the focus goes back to the element that
 * had it before, or to the page if that element is gone (a deleted card) or there was none (the dialog is in the address).
 */
export function useReturnedFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.querySelector(":focus");
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // The event comes after the dialog has closed: the next overlay may have the focus by then.
      if (document.querySelector(":focus")) return;
      const target = opener.current?.isConnected ? opener.current : document.getElementById("content");
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    },
  };
}
