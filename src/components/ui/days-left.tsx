import { clsx } from "clsx";
import { isNear } from "@/lib/short-days";

/** How far away a day is, in words; marked if it is today or tomorrow. */
export function DaysLeft({ day, today, children }: { day: string; today: string; children: string }) {
  return (
    <p className={clsx("figures shrink-0 text-sm", isNear(day, today) ? "font-semibold text-accent" : "text-ink-soft")}>
      {children}
    </p>
  );
}
