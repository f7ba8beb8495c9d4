import { clsx } from "clsx";
import type { ReactNode } from "react";

type CalloutProps = {
  tone?: "warning" | "info";
  /** A screen reader announces it when it appears. */
  isLive?: boolean;
  /** Buttons beside the text, or below it if there is no room. */
  act?: ReactNode;
  children: ReactNode;
};

/** A short message between the parts of a page. */
export function Callout({ tone = "warning", isLive = false, act, children }: CalloutProps) {
  return (
    <div
      role={isLive ? "status" : undefined}
      className={clsx(
        "flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md px-3.5 py-2.5 text-sm",
        tone === "warning" ? "bg-warn-soft" : "bg-accent-soft",
      )}
    >
      <p className="wrap-anywhere min-w-0 grow basis-60">{children}</p>
      {act}
    </div>
  );
}
