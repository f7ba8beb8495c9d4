import { clsx } from "clsx";
import { leafOf, shownDay } from "@/lib/dates";
import { office } from "../messages-office";

/** The date beside the first test of a day. */
export function DayHeading({ day, today }: { day: string; today: string }) {
  const { day: number, month, weekday, year } = leafOf(day, today);
  const isToday = day === today;
  return (
    <h3 className="figures py-2.5 text-sm leading-snug">
      <span className="sr-only">{isToday ? office.todayIs(shownDay(day)) : shownDay(day)}</span>
      <span aria-hidden className="grid">
        <span className="whitespace-nowrap font-semibold">
          {number} {month}
        </span>
        {/* Printed pages are read on other days, so they show no relative times. */}
        <span className={clsx("font-normal text-xs", isToday ? "text-accent print:hidden" : "text-ink-soft")}>
          {isToday ? office.today : weekday} {year}
        </span>
      </span>
    </h3>
  );
}
