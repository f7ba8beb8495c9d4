import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

type FoldProps = {
  summary: string;
  /** Smaller and in soft ink, at the end of a card. */
  quiet?: boolean;
  /** For content that is loaded on demand. */
  onToggle?: (isOpen: boolean) => void;
  className?: string;
  children: ReactNode;
};

/** Content of less importance, folded until its summary is pressed. */
export function Fold({ summary, quiet = false, onToggle, className, children }: FoldProps) {
  return (
    <details
      onToggle={onToggle && (({ currentTarget }) => onToggle(currentTarget.open))}
      className={clsx("group/fold", className)}
    >
      <summary
        className={clsx(
          "inline-flex min-h-11 list-none items-center gap-1.5 rounded-sm dense:min-h-8 [&::-webkit-details-marker]:hidden",
          quiet ? "text-ink-soft text-xs" : "font-semibold text-accent text-sm",
        )}
      >
        <span className="figures">{summary}</span>
        <ChevronDown aria-hidden className="size-4.5 shrink-0 transition-transform group-open/fold:rotate-180" />
      </summary>
      {children}
    </details>
  );
}
