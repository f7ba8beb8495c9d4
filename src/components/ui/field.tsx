import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";

/** What a field hands to its control: spread it on an Input, Select, Textarea or PasswordInput. */
export type ControlProps = {
  id: string;
  required: boolean;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

type FieldProps = {
  label: string;
  hint?: ReactNode;
  /** The error as a sentence; shown beside the control and announced. */
  error?: string | undefined;
  /** A field is required by default; an optional one says so. */
  optional?: boolean;
  children: (control: ControlProps) => ReactNode;
};

/** A label, its control, a hint and an error, tied together. */
export function Field({ label, hint, error, optional = false, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(" ") || undefined;

  return (
    <div className="grid content-start gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="font-semibold text-sm">
          {label}
        </label>
        {optional && <span className="text-ink-soft text-xs">Optional</span>}
      </div>
      {children({
        id,
        required: !optional,
        "aria-describedby": describedBy,
        "aria-invalid": error ? true : undefined,
      })}
      <div aria-live="polite" className="contents">
        {error && (
          <p id={errorId} className="flex gap-1.5 font-medium text-danger text-sm">
            <CircleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0" />
            {error}
          </p>
        )}
      </div>
      {hint && (
        <p id={hintId} className="text-ink-soft text-sm">
          {hint}
        </p>
      )}
    </div>
  );
}
