import { clsx } from "clsx";
import { leafOf, shownDay } from "@/lib/dates";
import type { ClosedSpan } from "../rules";
import type { ScheduleView } from "../schema";
import { ClosedDays } from "./closed-days";
import { ScheduleCard } from "./schedule-card";

type ScheduleDayProps = {
  day: string;
  tests: ScheduleView[];
  closed: ClosedSpan[];
  today: string;
  /** False if the page or a heading names the class. */
  withClass: boolean;
};

/** The tests of a day and the closed days that begin on it, beside its date. */
export function ScheduleDay({ day, tests, closed, today, withClass }: ScheduleDayProps) {
  const leaf = leafOf(day, today);
  const isToday = day === today;
  return (
    <div className="flex gap-x-3 cards:gap-x-6 border-line border-t cards:border-t-0 py-0.5 cards:py-0">
      <h3 className="w-12 cards:w-16 shrink-0 pt-1.5 text-lg">
        <span className="sr-only">{isToday ? `Today, ${shownDay(day)}` : shownDay(day)}</span>
        <span
          aria-hidden
          className={clsx(
            "figures flex flex-col items-center text-center font-medium text-ink-soft text-xs leading-tight",
            isToday &&
              "rounded-t-full rounded-b-sm bg-accent pt-2.5 pb-1.5 text-on-accent print:bg-transparent print:pt-0 print:text-ink-soft",
          )}
        >
          <b className={clsx("text-xl", isToday ? "print:text-ink" : "text-ink")}>{leaf.day}</b>
          {/* Printed pages are read on other days, so they show no relative times. */}
          {isToday && <span className="print:hidden">Today</span>}
          <span className={clsx(isToday && "hidden print:inline")}>{leaf.weekday}</span>
        </span>
      </h3>
      <div className="flex min-w-0 grow flex-col cards:gap-3 cards:justify-center">
        {closed.map((span) => (
          <ClosedDays key={span._id} span={span} day={day} />
        ))}
        {tests.length > 0 && (
          <ul className="min-w-0 cards:grid cards:gap-2">
            {tests.map((schedule) => (
              <ScheduleCard key={schedule._id} schedule={schedule} today={today} withClass={withClass} />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
