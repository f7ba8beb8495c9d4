import { clsx } from "clsx";

export type ButtonLook = {
  /**
   * One primary action per view; secondary beside it, quiet in rows and bars, danger for what cannot be undone, and its outline
   * for a button that only opens the question.
   */
  variant?: "primary" | "secondary" | "quiet" | "danger" | "dangerOutline";
  size?: "small" | "row" | "medium" | "large";
  wide?: boolean;
};

const base =
  "inline-flex items-center justify-center gap-2.5 rounded-md border text-center font-semibold transition-colors duration-150 disabled:cursor-not-allowed aria-busy:cursor-progress [&_svg]:shrink-0 print:hidden";

const variants = {
  primary:
    "border-transparent bg-accent text-on-accent hover:bg-accent-strong disabled:not-aria-busy:bg-sunken disabled:not-aria-busy:text-ink-soft disabled:not-aria-busy:border-line",
  secondary:
    "border-line-strong bg-surface text-ink hover:border-accent hover:bg-accent-soft disabled:not-aria-busy:border-line disabled:not-aria-busy:text-ink-soft",
  quiet: "border-transparent text-ink hover:bg-sunken disabled:not-aria-busy:text-ink-soft",
  dangerOutline:
    "border-danger bg-surface text-danger hover:bg-danger-soft disabled:not-aria-busy:border-line disabled:not-aria-busy:text-ink-soft",
  danger:
    "border-transparent bg-danger text-on-accent hover:bg-danger-strong disabled:not-aria-busy:border-line disabled:not-aria-busy:bg-sunken disabled:not-aria-busy:text-ink-soft",
} as const;

const sizes = {
  /** In rows and bars of the office. */
  small: "min-h-9 gap-1.5 rounded-sm px-3 py-1 text-xs dense:min-h-7.5",
  /** In a list whose cards are rows on a narrow screen. */
  row: "min-h-10 gap-1.5 px-2.5 py-1 text-xs cards:min-h-11 cards:gap-2.5 cards:px-4.5 cards:py-2 cards:text-sm",
  medium: "min-h-11 px-4.5 py-2 text-sm dense:min-h-9 dense:px-3.5 dense:py-1",
  large: "min-h-13 px-6 py-3 text-base dense:min-h-9 dense:px-3.5 dense:py-1 dense:text-sm",
} as const;

/** The class names of a button, shared by buttons and by links that look like one. */
export function buttonStyle({ variant = "primary", size = "medium", wide = false }: ButtonLook): string {
  return clsx(base, variants[variant], sizes[size], wide && "w-full");
}
