import { Check, Minus } from "lucide-react";

type TickProps = { label: string; checked: boolean; some?: boolean; onChange: (checked: boolean) => void };

/** The box at the start of a row; `some`, in the head, means that not all rows are ticked. */
export function Tick({ label, checked, some = false, onChange }: TickProps) {
  const Mark = some ? Minus : Check;
  return (
    <span className="relative inline-grid size-4.5 place-items-center align-middle">
      <input
        type="checkbox"
        aria-label={label}
        autoComplete="off"
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = some;
        }}
        onChange={({ target }) => onChange(target.checked)}
        // The touch area is larger than the box.
        className="peer size-full appearance-none rounded-sm border border-line-strong bg-surface before:absolute before:-inset-2.5 max-md:before:-inset-3.25 checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent hover:border-accent"
      />
      <Mark
        aria-hidden
        strokeWidth={3.25}
        className="pointer-events-none absolute hidden size-3.5 text-on-accent peer-checked:block peer-indeterminate:block"
      />
    </span>
  );
}
