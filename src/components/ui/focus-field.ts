/** Focuses the first field of the form in a dialog that opens. Without a field, the dialog's default applies. */
export function focusField(event: Event): void {
  const dialog = event.currentTarget as HTMLElement;
  const field = dialog.querySelector<HTMLElement>("form :is(input:not([type=hidden]), select, textarea)");
  if (!field) return;
  event.preventDefault();
  field.focus();
}
