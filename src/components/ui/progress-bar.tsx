import { useId } from "react";

type ProgressBarProps = {
  label: string;
  /** 0 to 100; undefined while the end is unknown. */
  value?: number | undefined;
  /** The text at the end of the line, by default the value in percent; empty for none. */
  text?: string;
};

export function ProgressBar({ label, value, text }: ProgressBarProps) {
  const id = useId();
  const shown = text ?? (value === undefined ? undefined : `${Math.round(value)}%`);
  return (
    <div className="grid gap-2">
      <div className="flex justify-between gap-3 text-sm">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {shown && <span className="figures text-ink-soft">{shown}</span>}
      </div>
      <progress id={id} className="bar" max={100} value={value} />
    </div>
  );
}
