import { Button } from "@/components/ui/button";
import { PrintedPart } from "@/components/ui/printed-part";
import { copy } from "../messages";
import type { ScheduleView } from "../schema";
import { ScheduleCard } from "./schedule-card";

type ScheduleSectionProps = {
  title: string;
  schedules: ScheduleView[];
  today: string;
  /** Said instead of cards when there are none. */
  none?: string;
  busy: boolean;
  more: { has: boolean; busy: boolean; load: () => void };
};

/** The upcoming tests, or the past ones. */
export function ScheduleSection({ title, schedules, today, none, busy, more }: ScheduleSectionProps) {
  return (
    <section aria-label={title} className="grid gap-5 pt-3">
      <h2 className="text-2xl">{title}</h2>
      {schedules.length === 0 && none ? (
        <p className="text-ink-soft">{none}</p>
      ) : (
        <ul aria-busy={busy} className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {schedules.map((schedule) => (
            <ScheduleCard key={schedule._id} schedule={schedule} today={today} />
          ))}
        </ul>
      )}
      {more.has && <PrintedPart shown={schedules.length} />}
      {more.has && (
        <noscript>
          <p className="text-ink-soft">{copy.moreByClass}</p>
        </noscript>
      )}
      {more.has && (
        <div className="justify-self-center noscript:hidden print:hidden">
          <Button variant="secondary" busy={more.busy} onClick={more.load}>
            {copy.showMore}
          </Button>
        </div>
      )}
    </section>
  );
}
