"use client";

import { Check } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";

type DonePanelProps = {
  title: string;
  hint: string;
  /** Content between title and hint. */
  children?: ReactNode;
  action?: ReactNode;
};

/** Replaces a submitted form and receives the focus of its button. */
export function DonePanel({ title, hint, children, action }: DonePanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    // Newer browsers return a promise here, which an effect must not return.
    void panel.current?.scrollIntoView({ block: "nearest" });
  }, []);

  return (
    <div
      ref={panel}
      role="status"
      tabIndex={-1}
      className="col-start-1 row-start-1 grid animate-rise grid-cols-1 justify-items-center gap-3 self-center rounded-lg bg-success-soft px-6 py-12 text-center outline-none"
    >
      <span
        aria-hidden
        className="mb-2 grid size-16 place-items-center rounded-full border-2 border-success text-success"
      >
        <Check className="size-8" />
      </span>
      <p className="font-semibold text-2xl">{title}</p>
      {children}
      <p className="max-w-form">{hint}</p>
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
