import { clsx } from "clsx";
import { CalendarDays, Clock } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/clock";
import { shownDay } from "@/lib/dates";
import { distanceOf } from "../rules";
import type { ScheduleView } from "../schema";

/** One announced test (spec §2). `today` is the institute's date; a past test is drawn more quietly. */
export function ScheduleCard({ schedule, today }: { schedule: ScheduleView; today: string }) {
  const { className, subject, testDate, testTime, description } = schedule;
  const distance = distanceOf(testDate, today);
  return (
    <Card as="li" className={clsx("flex flex-col gap-5", !distance && "bg-transparent")}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Badge tone={distance ? "accent" : "neutral"}>{className}</Badge>
        {distance && <p className="figures font-semibold text-accent text-sm">{distance}</p>}
      </div>
      <dl className="flex grow flex-col gap-4">
        <div>
          <dt className="text-ink-soft text-sm">Subject</dt>
          <dd>
            <h3 dir="auto" className="break-words text-xl">
              {subject}
            </h3>
          </dd>
        </div>
        {description && (
          <div>
            <dt className="text-ink-soft text-sm">Description</dt>
            <dd className="whitespace-pre-line break-words text-base">{description}</dd>
          </div>
        )}
        <Fact first icon={<CalendarDays aria-hidden />} label="Date">
          <time dateTime={testDate}>{shownDay(testDate)}</time>
        </Fact>
        <Fact icon={<Clock aria-hidden />} label="Time">
          <Time at={testTime} />
        </Fact>
      </dl>
    </Card>
  );
}

type FactProps = { icon: ReactNode; label: string; first?: boolean; children: ReactNode };

function Fact({ icon, label, first = false, children }: FactProps) {
  return (
    <div className={clsx("flex items-start gap-3 text-sm", first ? "mt-auto border-line border-t pt-4" : "-mt-2")}>
      <dt className="flex w-20 shrink-0 gap-2.5 text-ink-soft [&_svg]:mt-0.5 [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-accent">
        {icon}
        {label}
      </dt>
      <dd className="figures min-w-0 font-medium">{children}</dd>
    </div>
  );
}
