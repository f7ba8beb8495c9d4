import { CalendarDays, Clock } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { shownDay } from "@/lib/dates";
import { distanceOf } from "../rules";
import type { ScheduleView } from "../schema";

/** One announced test (spec §2). `today` is the institute's date; a past test is drawn more quietly. */
export function ScheduleCard({ schedule, today }: { schedule: ScheduleView; today: string }) {
  const { className, subject, testDate, testTime, description } = schedule;
  const distance = distanceOf(testDate, today);
  return (
    <Card as="li" className={distance ? "flex flex-col gap-5" : "flex flex-col gap-5 bg-transparent"}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Badge tone={distance ? "accent" : "neutral"}>{className}</Badge>
        {distance && <p className="figures font-semibold text-accent text-sm">{distance}</p>}
      </div>
      <dl className="flex grow flex-col gap-4">
        <div>
          <dt className="text-ink-soft text-sm">Subject</dt>
          <dd>
            <h3 className="break-words text-xl">{subject}</h3>
          </dd>
        </div>
        {description && (
          <div>
            <dt className="text-ink-soft text-sm">Description</dt>
            <dd className="whitespace-pre-line break-words text-base">{description}</dd>
          </div>
        )}
        <div className="mt-auto grid gap-2 border-line border-t pt-4">
          <Fact icon={<CalendarDays aria-hidden />} label="Date">
            <time dateTime={testDate}>{shownDay(testDate)}</time>
          </Fact>
          <Fact icon={<Clock aria-hidden />} label="Time">
            <time dateTime={testTime}>{testTime}</time>
          </Fact>
        </div>
      </dl>
    </Card>
  );
}

function Fact({ icon, label, children }: { icon: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className="flex items-start gap-2.5 text-sm [&>svg]:mt-0.5 [&>svg]:size-4.5 [&>svg]:shrink-0 [&>svg]:text-accent">
      {icon}
      <dt className="w-10 shrink-0 text-ink-soft">{label}</dt>
      <dd className="figures font-medium">{children}</dd>
    </div>
  );
}
