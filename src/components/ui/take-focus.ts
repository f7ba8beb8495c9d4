/** A ref for an element that replaces the focused part of a page; it needs `tabIndex={-1}`. */
export const takeFocus = (node: HTMLElement | null) => node?.focus({ preventScroll: true });

/** The same, unless the user has moved the focus elsewhere in the meantime. */
export function takeLostFocus(node: HTMLElement | null): void {
  if (document.activeElement === document.body) takeFocus(node);
}

/**
 * A ref for a control that disappears once its work is done: if it still has the focus then, the focus goes to the nearest
 * remaining element around it with `tabIndex={-1}`, at last to the page.
 */
export function passFocusOn(control: HTMLElement | null) {
  const around = control?.closest<HTMLElement>('[tabindex="-1"]');
  return () => {
    if (document.activeElement !== control) return;
    // Only then has the control left the page.
    queueMicrotask(() => takeLostFocus(around?.isConnected ? around : document.getElementById("content")));
  };
}

/**
 * A ref for a button that shows more rows, in a box below the list. When the rows come, the button is removed, or replaced if
 * its key is the number of rows. If it still has the focus then, the first new row gets it.
 */
export function passFocusDown(button: HTMLElement | null) {
  const part = button?.parentElement?.parentElement;
  const rowsNow = () => [...(part?.querySelectorAll<HTMLElement>("li, tr") ?? [])];
  const before = rowsNow().length;
  return () => {
    if (document.activeElement !== button) return;
    queueMicrotask(() => {
      const next = rowsNow()[before];
      if (!next) return;
      next.tabIndex = -1;
      takeLostFocus(next);
    });
  };
}

/**
 * Moves the focus from a button that disappears with its row to the row beside it, or to the element around the list. Both need
 * `tabIndex={-1}`.
 */
export function focusBeside(pressed: HTMLElement) {
  const row = pressed.closest("li");
  const beside = row?.nextElementSibling ?? row?.previousElementSibling ?? row?.parentElement?.closest("[tabindex]");
  if (beside instanceof HTMLElement) takeFocus(beside);
}
