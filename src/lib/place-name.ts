/** Class and section: `7 A`; a null section means the whole class, or a student without one. */
export const placeName = (className: number | string | null, section: string | null): string =>
  [className, section].filter(Boolean).join(" ");
