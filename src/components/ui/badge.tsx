import { clsx } from "clsx";
import type { ReactNode } from "react";

type BadgeProps = { tone?: "accent" | "neutral" | "success" | "warning" | "danger"; children: ReactNode };

const tones = {
  accent: "bg-accent-soft text-accent",
  neutral: "bg-sunken text-ink-soft",
  success: "bg-success-soft text-success",
  warning: "bg-warn-soft text-warn",
  danger: "bg-danger-soft text-danger",
} as const;

export function Badge({ tone = "accent", children }: BadgeProps) {
  return (
    <span
      className={clsx(
        "figures inline-flex h-fit w-fit items-center gap-1.5 rounded-sm px-2.5 py-1 font-semibold office:px-2 office:py-0.5 text-xs [&_svg]:size-3.5",
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
