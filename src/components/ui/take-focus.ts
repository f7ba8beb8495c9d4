/** A ref for what replaces the part of a page that had the focus; it needs `tabIndex={-1}`. */
export const takeFocus = (node: HTMLElement | null) => node?.focus({ preventScroll: true });
