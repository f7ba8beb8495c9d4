/** The class names shared by all text fields and selects. */
export const controlStyle =
  "block min-h-12 w-full min-w-0 rounded-md border border-line-strong bg-surface px-3.5 py-2.5 text-base text-ink transition-colors placeholder:text-ink-soft hover:border-ink-soft aria-invalid:border-danger aria-invalid:bg-danger-soft disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-soft dense:min-h-9 dense:py-1.5 dense:text-sm";
