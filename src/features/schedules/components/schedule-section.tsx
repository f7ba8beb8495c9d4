import { ChevronDown } from "lucide-react";
import { Fragment, type ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { PrintedPart } from "@/components/ui/printed-part";
import { passFocusDown } from "@/components/ui/take-focus";
import { shownMonth } from "@/lib/dates";
import { copy } from "../messages";
import { byDay, type ClosedSpan, closedAmong } from "../rules";
import type { ScheduleView } from "../schema";
import { ScheduleDay } from "./schedule-day";

type ScheduleSectionProps = {
  title: string;
  /** False if the page says what is listed: the title is then for screen readers only. */
  titled?: boolean;
  /** Shown beside the title. */
  action?: ReactNode;
  schedules: ScheduleView[];
  /** Closed days shown among them. */
  closed?: readonly ClosedSpan[] | undefined;
  today: string;
  /** Shown for an empty list. */
  none?: ReactNode;
  busy: boolean;
  more: { has: boolean; busy: boolean; hasFailed: boolean; load: () => void };
  /** False if the page or the title names the class. */
  withClass?: boolean;
  /** False if a class can still be chosen above. */
  isOfClass?: boolean;
  /** True for the collapsible section of past tests. */
  fold?: boolean;
};

// Remembers the open section across navigation.
let pastIsOpen = false;

const monthOf = (day: string | undefined) => day && shownMonth(day);

/** The upcoming tests, or the past ones. */
export function ScheduleSection(props: ScheduleSectionProps) {
  const {
    title,
    titled = true,
    action,
    schedules,
    closed = [],
    today,
    none,
    busy,
    more,
    withClass = true,
    isOfClass = true,
    fold,
  } = props;
  const days = byDay(schedules, closedAmong(closed, schedules, more.has, today), today);
  const tests = (
    <>
      {schedules.length === 0 && none}
      {days.length > 0 && (
        <div aria-busy={busy} className="cards:grid cards:gap-3">
          {days.map((on, index) => (
            <Fragment key={on.day}>
              {/* Each day's heading has the whole date for screen readers. */}
              {monthOf(on.day) !== monthOf(days[index - 1]?.day) && (
                <p aria-hidden className="pt-4 pb-1 font-semibold text-lg cards:pt-3 cards:pb-0 first:pt-0">
                  {monthOf(on.day)}
                </p>
              )}
              <ScheduleDay {...on} today={today} withClass={withClass} />
            </Fragment>
          ))}
        </div>
      )}
      {more.has && <PrintedPart shown={schedules.length} />}
      {more.has && (
        <noscript>
          <p className="text-ink-soft">{isOfClass ? copy.moreOfClass : copy.moreByClass}</p>
        </noscript>
      )}
      {more.hasFailed && <Alert tone="error">{copy.loadFailed}</Alert>}
      {more.has && (
        <div className="justify-self-center noscript:hidden print:hidden">
          <Button key={schedules.length} ref={passFocusDown} variant="secondary" busy={more.busy} onClick={more.load}>
            {copy.showMore}
          </Button>
        </div>
      )}
    </>
  );
  if (!fold) {
    return (
      <section aria-label={title} className="grid grid-cols-1 gap-4 pt-2">
        <div className={titled ? "flex flex-wrap items-center justify-between gap-x-6 gap-y-3" : "sr-only"}>
          <h2 className="text-2xl">{title}</h2>
          {action}
        </div>
        {tests}
      </section>
    );
  }
  return (
    <section aria-label={title} className="ruled pt-5 print:hidden">
      <details
        open={pastIsOpen}
        onToggle={(event) => {
          pastIsOpen = event.currentTarget.open;
        }}
        className="group/fold"
      >
        <summary className="flex min-h-11 list-none items-center justify-between gap-3 rounded-sm">
          <h2 className="text-2xl">{title}</h2>
          <ChevronDown aria-hidden className="size-6 transition-transform group-open/fold:rotate-180" />
        </summary>
        <div className="grid grid-cols-1 gap-4 pt-4">{tests}</div>
      </details>
    </section>
  );
}
