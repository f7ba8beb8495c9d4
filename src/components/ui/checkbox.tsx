import { Check, CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";

type CheckboxProps = Omit<ComponentProps<"input">, "className" | "type" | "children" | "aria-describedby"> & {
  label: ReactNode;
  hint?: string;
  error?: string | undefined;
};

/** A box with its label; the whole line can be clicked. */
export function Checkbox({ label, hint, error, id, ...rest }: CheckboxProps) {
  const ownId = useId();
  const boxId = id ?? ownId;
  const hintId = `${boxId}-hint`;
  const errorId = `${boxId}-error`;

  return (
    <div>
      <div className="flex gap-3">
        <span className="relative mt-3 inline-grid dense:mt-1.5 size-5 shrink-0 place-items-center">
          <input
            {...rest}
            id={boxId}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={[error && errorId, hint && hintId].filter(Boolean).join(" ") || undefined}
            className="peer size-full appearance-none rounded-sm border border-line-strong bg-surface transition-colors checked:border-accent checked:bg-accent hover:border-accent aria-invalid:border-danger disabled:border-line disabled:bg-sunken"
          />
          <Check
            aria-hidden
            strokeWidth={3.25}
            className="pointer-events-none absolute hidden size-3.5 text-on-accent peer-checked:block peer-disabled:text-ink-soft"
          />
        </span>
        <label htmlFor={boxId} className="min-h-11 grow py-2.5 text-sm dense:min-h-8 dense:py-1">
          {label}
        </label>
      </div>
      {hint && (
        <p id={hintId} className="ms-8 text-ink-soft text-sm">
          {hint}
        </p>
      )}
      <div aria-live="polite" className="contents">
        {error && (
          <p id={errorId} className="ms-8 flex gap-1.5 font-medium text-danger text-sm">
            <CircleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0" />
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
