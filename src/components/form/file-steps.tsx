"use client";

import { clsx } from "clsx";
import { Check } from "lucide-react";
import { useEffect, useRef } from "react";
import { takeLostFocus } from "../ui/take-focus";

const order = ["file", "columns", "check", "done"] as const;

/** The selection of a file, and the steps after it. */
export type FileStep = (typeof order)[number];

type FileStepsProps = {
  label: string;
  names: Record<FileStep, string>;
  notes?: Partial<Record<FileStep, string>>;
  step: FileStep;
};

/** The steps of a file. A new step takes the focus if the button that led to it is gone. */
export function FileSteps({ label, names, notes = {}, step }: FileStepsProps) {
  const now = order.indexOf(step);
  const current = useRef<HTMLLIElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) takeLostFocus(current.current);
    shown.current = step;
  }, [step]);
  return (
    <ol aria-label={label} className="flex items-center gap-3 text-sm max-sm:gap-2">
      {order.map((name, index) => {
        const isDone = index < now || step === "done";
        const isNow = index === now && step !== "done";
        return (
          <li
            key={name}
            {...(index === now && { ref: current, tabIndex: -1, "aria-current": "step" })}
            className="flex items-center gap-2 rounded-sm not-last:grow max-sm:gap-1.5"
          >
            <span
              aria-hidden
              className={clsx(
                "figures grid size-6.5 shrink-0 place-items-center rounded-full border font-semibold text-xs",
                isDone && "border-accent bg-accent-soft text-accent",
                isNow && "border-accent bg-accent text-on-accent",
                !isDone && !isNow && "border-line-strong text-ink-soft",
              )}
            >
              {isDone ? <Check className="size-4" /> : index + 1}
            </span>
            <span className={clsx("whitespace-nowrap", index !== now && "max-sm:sr-only")}>
              <span className={clsx("font-semibold", !isNow && "text-ink-soft")}>{names[name]}</span>
              {notes[name] && <span className="text-ink-soft text-xs max-md:sr-only"> {notes[name]}</span>}
            </span>
            {index < order.length - 1 && <span aria-hidden className="h-px min-w-2 grow bg-line-strong" />}
          </li>
        );
      })}
    </ol>
  );
}
