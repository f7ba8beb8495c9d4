import { CalendarX, History, NotebookPen, Pencil, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Time } from "@/components/ui/clock";
import { shownDay } from "@/lib/dates";
import { copy } from "../messages";
import { office } from "../messages-office";
import type { StaffScheduleView } from "../schema";
import { EditSchedule } from "./edit-schedule";
import { RestoreSchedule } from "./restore-schedule";
import { ScheduleHistory } from "./schedule-history";
import { ScheduleNote } from "./schedule-note";

type PublishedScheduleProps = {
  schedule: StaffScheduleView;
  isPast: boolean;
  onCancel: () => void;
  onRemove: () => void;
};

/** One published test, with the actions of the caller, and its history. */
export function PublishedSchedule({ schedule, isPast, onCancel, onRemove }: PublishedScheduleProps) {
  const [isEditing, setIsEditing] = useState(false);
  const [hasHistory, setHasHistory] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const { _id: id, subject, testDate, testTime, description, state, mayChange } = schedule;
  const day = shownDay(testDate);
  const named = (verb: string) => `${verb} ${subject}, ${day}`;

  // Return the focus to the button once the form is closed.
  const hasEdited = useRef(false);
  useEffect(() => {
    if (!isEditing && hasEdited.current) edit.current?.focus();
    hasEdited.current = isEditing;
  }, [isEditing]);

  if (isEditing) {
    return (
      <li className="border-line border-t first:border-t-0">
        <EditSchedule schedule={schedule} onClose={() => setIsEditing(false)} />
      </li>
    );
  }
  return (
    <li className="flex flex-wrap gap-x-4 border-line border-t px-4 py-2 first:border-t-0 sm:px-5">
      <div className="flex min-w-0 grow basis-full flex-wrap items-center gap-x-2 gap-y-1 py-1 lg:basis-0">
        <h3 className="min-w-0 break-words text-base">{subject}</h3>
        <Labels schedule={schedule} isPast={isPast} />
      </div>
      <div className="order-1 grid basis-full grid-cols-1 gap-0.5 pb-1 max-lg:order-none">
        <p className="figures text-ink-soft text-sm">
          <time dateTime={testDate}>{day}</time> at <Time at={testTime} />
          {schedule.minutes !== null && `, ${office.minutes(schedule.minutes)}`}
          {schedule.room !== null && `, ${schedule.room}`}
        </p>
        <ScheduleNote schedule={schedule} />
        {description && <p className="line-clamp-2 whitespace-pre-line break-words text-sm">{description}</p>}
      </div>
      <div className="-ms-3 flex flex-wrap items-center gap-1 lg:-me-3 print:hidden">
        {mayChange && state === "planned" && (
          <>
            <Button
              ref={edit}
              variant="quiet"
              size="small"
              aria-label={named(office.edit)}
              onClick={() => setIsEditing(true)}
            >
              <Pencil aria-hidden className="size-4.5" />
              {office.edit}
            </Button>
            <ButtonLink
              variant="quiet"
              size="small"
              href={`/admin/results?test=${id}`}
              aria-label={copy.enterMarksOf(subject, day)}
            >
              <NotebookPen aria-hidden className="size-4.5" />
              {copy.enterMarks}
            </ButtonLink>
            <Button
              variant="quiet"
              size="small"
              title={office.cancel}
              aria-label={named(office.cancel)}
              onClick={onCancel}
            >
              <CalendarX aria-hidden className="size-4.5" />
            </Button>
          </>
        )}
        {mayChange && state === "cancelled" && <RestoreSchedule schedule={schedule} />}
        <Button
          variant="quiet"
          size="small"
          title={office.history}
          aria-expanded={hasHistory}
          aria-label={office.historyOf(subject, day)}
          onClick={() => setHasHistory(!hasHistory)}
        >
          <History aria-hidden className="size-4.5" />
        </Button>
        {mayChange && (
          <Button variant="quiet" size="small" title={copy.remove} aria-label={named(copy.remove)} onClick={onRemove}>
            <Trash2 aria-hidden className="size-4.5" />
          </Button>
        )}
      </div>
      {hasHistory && (
        <div className="order-2 basis-full">
          <ScheduleHistory id={id} label={office.historyOf(subject, day)} />
        </div>
      )}
    </li>
  );
}

function Labels({ schedule, isPast }: { schedule: StaffScheduleView; isPast: boolean }) {
  const { className, sections, isHidden } = schedule;
  return (
    <div className="flex flex-wrap gap-2">
      <Badge>{[className, sections.join(", ")].filter(Boolean).join(" ")}</Badge>
      {isPast && <Badge tone="neutral">{copy.pastTest}</Badge>}
      {isHidden && <Badge tone="neutral">{office.hidden}</Badge>}
    </div>
  );
}
