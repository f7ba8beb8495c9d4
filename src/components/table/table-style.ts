/** The class names of the tables of the office. */
export const tableStyle = "w-full border-separate border-spacing-0 rounded-md border border-line bg-surface text-sm";
export const headStyle =
  "h-9 whitespace-nowrap border-line border-b px-2.25 text-start font-semibold text-xs first:ps-3.25 last:pe-3.25 md:sticky md:top-0 md:z-10 md:bg-surface md:first:rounded-ss-md md:last:rounded-se-md";
export const cellStyle = "h-10 border-line px-2.25 py-1 first:ps-3.25 last:pe-3.25 group-not-last:border-b";
export const rowControl =
  "min-h-9 rounded-sm border border-line-strong bg-surface px-2 text-sm disabled:border-line disabled:bg-sunken disabled:text-ink-soft dense:min-h-7.5";
