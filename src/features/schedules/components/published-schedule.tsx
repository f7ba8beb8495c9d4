import { NotebookPen, Trash2 } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Time } from "@/components/ui/clock";
import { shownDay } from "@/lib/dates";
import { copy } from "../messages";
import type { StaffScheduleView } from "../schema";
import { ScheduleNote } from "./schedule-note";

type PublishedScheduleProps = {
  schedule: StaffScheduleView;
  isPast: boolean;
  /** None for a test of others. */
  onRemove: (() => void) | undefined;
};

/** One line of what is published. */
export function PublishedSchedule({ schedule, isPast, onRemove }: PublishedScheduleProps) {
  const { className, subject, testDate, testTime, description, announcedBy } = schedule;
  return (
    <li className="flex items-start gap-3 border-line border-t py-4 ps-5 pe-2.5 first:border-t-0 sm:ps-6 sm:pe-4">
      <div className="grid min-w-0 grow grid-cols-1 gap-1.5 py-1">
        <div className="flex flex-wrap gap-2">
          <Badge>{className}</Badge>
          {isPast && <Badge tone="neutral">{copy.pastTest}</Badge>}
        </div>
        <h3 className="break-words text-lg">{subject}</h3>
        <p className="figures text-ink-soft text-sm">
          <time dateTime={testDate}>{shownDay(testDate)}</time> at <Time at={testTime} />
        </p>
        <ScheduleNote schedule={schedule} />
        <p className="text-ink-soft text-xs">{copy.announcedBy(announcedBy ?? copy.formerColleague)}</p>
        {description && <p className="line-clamp-3 whitespace-pre-line break-words text-sm">{description}</p>}
      </div>
      {onRemove && (
        <>
          <ButtonLink
            variant="quiet"
            href={`/admin/results?test=${schedule._id}`}
            aria-label={copy.enterMarksOf(subject, shownDay(testDate))}
            title={copy.enterMarks}
          >
            <NotebookPen aria-hidden className="size-5" />
            <span className="max-md:hidden">{copy.enterMarks}</span>
          </ButtonLink>
          <Button variant="quiet" aria-label={`${copy.remove} ${subject}, ${shownDay(testDate)}`} onClick={onRemove}>
            <Trash2 aria-hidden className="size-5" />
          </Button>
        </>
      )}
    </li>
  );
}
