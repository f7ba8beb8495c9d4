/** Gives the focus of a dialog that opens to the first field of its form. Without one, it goes where it went before. */
export function focusField(event: Event): void {
  const dialog = event.currentTarget as HTMLElement;
  const field = dialog.querySelector<HTMLElement>("form :is(input:not([type=hidden]), select, textarea)");
  if (!field) return;
  event.preventDefault();
  field.focus();
}
