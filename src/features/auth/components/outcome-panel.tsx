"use client";

import { type ReactNode, useEffect, useRef } from "react";

type OutcomePanelProps = {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  action?: ReactNode;
};

/** The result in place of a form; it receives the focus. */
export function OutcomePanel({ icon, title, children, action }: OutcomePanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);

  return (
    <div
      ref={panel}
      role="status"
      tabIndex={-1}
      className="grid animate-rise grid-cols-1 justify-items-center gap-2 rounded-lg bg-success-soft px-5 py-9 text-center outline-none sm:px-7"
    >
      <span
        aria-hidden
        className="mb-2 grid size-14 place-items-center rounded-full border-2 border-success text-success [&_svg]:size-7"
      >
        {icon}
      </span>
      <h2 className="text-xl">{title}</h2>
      <div className="grid gap-2 text-sm">{children}</div>
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
