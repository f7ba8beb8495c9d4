/** A ref for what replaces the part of a page that had the focus; it needs `tabIndex={-1}`. */
export const takeFocus = (node: HTMLElement | null) => node?.focus({ preventScroll: true });

/** The same, unless somebody has gone on elsewhere in the meantime. */
export function takeLostFocus(node: HTMLElement | null): void {
  if (document.activeElement === document.body) takeFocus(node);
}

/**
 * Moves the focus from a button that goes with its row to the row beside it, or to what holds the list. Both need
 * `tabIndex={-1}`.
 */
export function focusBeside(pressed: HTMLElement) {
  const row = pressed.closest("li");
  const beside = row?.nextElementSibling ?? row?.previousElementSibling ?? row?.parentElement?.closest("[tabindex]");
  if (beside instanceof HTMLElement) takeFocus(beside);
}
