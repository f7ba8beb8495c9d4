"use client";

import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef } from "react";

type OutcomePanelProps = {
  tone: "success" | "info";
  icon: ReactNode;
  title: string;
  children: ReactNode;
  action?: ReactNode;
};

const tones = {
  success: { panel: "bg-success-soft", mark: "border-success text-success" },
  info: { panel: "bg-accent-soft", mark: "border-accent text-accent" },
} as const;

/** The result in place of a form; it receives the focus. */
export function OutcomePanel({ tone, icon, title, children, action }: OutcomePanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);

  return (
    <div
      ref={panel}
      role="status"
      tabIndex={-1}
      className={clsx(
        "grid animate-rise grid-cols-1 justify-items-center gap-2 rounded-lg px-5 py-9 text-center outline-none sm:px-7",
        tones[tone].panel,
      )}
    >
      <span
        aria-hidden
        className={clsx("mb-2 grid size-14 place-items-center rounded-full border-2 [&_svg]:size-7", tones[tone].mark)}
      >
        {icon}
      </span>
      <h2 className="text-xl">{title}</h2>
      <div className="grid gap-2 text-sm">{children}</div>
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
