"use client";

import { clsx } from "clsx";
import { ChevronDown, X } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";

/** A filter with few values; the label means all of them. */
export type Facet = { name: string; label: string; options: readonly { value: string; label: string }[] };

const frameOf = (isSet: boolean) =>
  clsx(
    "relative flex shrink-0 items-center rounded-md border transition-colors focus-within:border-line-strong",
    isSet
      ? "border-accent bg-accent-soft text-accent"
      : "border-line bg-surface text-ink-soft hover:border-line-strong",
  );

/** The cross disappears with the value, so the focus goes to its filter. */
export const focusFilter = (cross: HTMLElement) => cross.parentElement?.querySelector("select")?.focus();

/** The cross of a set filter: a link or a button. */
export const crossStyle = "grid size-9 place-items-center rounded-md dense:size-7.5";

type FacetSelectProps = Facet & {
  value: string;
  onChange: (value: string) => void;
  /** The control that clears the filter, if it is not a plain button. */
  cross?: ReactNode;
};

/** One filter of a list. A set filter is filled and has its own cross. */
export function FacetSelect({ name, label, options, value, onChange, cross }: FacetSelectProps) {
  return (
    <div className={frameOf(value !== "")}>
      <select
        name={name}
        aria-label={label}
        autoComplete="off"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={clsx(
          "field-sizing-content min-h-11 max-w-52 appearance-none truncate rounded-md bg-transparent ps-3 font-semibold text-sm dense:min-h-8.5",
          value ? "pe-1.5" : "pe-8",
        )}
      >
        <option value="">{label}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value} className="bg-surface text-ink">
            {option.label}
          </option>
        ))}
      </select>
      {value ? (
        (cross ?? (
          <button
            type="button"
            aria-label={`Clear ${label}`}
            onClick={({ currentTarget }) => {
              focusFilter(currentTarget);
              onChange("");
            }}
            className={crossStyle}
          >
            <X aria-hidden className="size-4" />
          </button>
        ))
      ) : (
        <ChevronDown aria-hidden className="pointer-events-none absolute end-2.5 size-4" />
      )}
    </div>
  );
}

type FacetDayProps = {
  label: string;
  value: string;
  min?: string;
  max?: string;
  onChange: (day: string) => void;
};

/** A filter by the first or last day of a list. */
export function FacetDay({ label, value, onChange, ...rest }: FacetDayProps) {
  const field = useRef<HTMLInputElement>(null);
  const takeOver = useEffectEvent((typed: string) => {
    if (typed !== value) onChange(typed);
  });
  // On a slow connection, a day may be entered before the script has loaded. The router listens for URL changes only after this effect.
  useEffect(() => {
    const early = field.current?.value ?? "";
    const timer = setTimeout(() => takeOver(early));
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    // During typing, the input is newer than the value, and writing the value back would clear a half-typed date.
    if (field.current && field.current !== document.activeElement) field.current.value = value;
  }, [value]);
  return (
    <label className={clsx(frameOf(value !== ""), "gap-2 ps-3 pe-2 text-sm")}>
      <span className="font-semibold">{label}</span>
      <input
        {...rest}
        ref={field}
        type="date"
        autoComplete="off"
        defaultValue={value}
        onChange={({ target }) => onChange(target.value)}
        className="min-h-11 bg-transparent dense:min-h-8.5"
      />
    </label>
  );
}
