import { clsx } from "clsx";
import { CalendarX, History, NotebookPen, Pencil, Trash2 } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { menuLine, RowAction, RowMenu } from "@/components/table/row-menu";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { ChangeNote } from "@/components/ui/change-note";
import { Time } from "@/components/ui/clock";
import { Link } from "@/components/ui/link";
import { leafOf, shownDay } from "@/lib/dates";
import { copy } from "../messages";
import { office } from "../messages-office";
import type { StaffScheduleView } from "../schema";
import { EditSchedule } from "./edit-schedule";
import { RestoreSchedule } from "./restore-schedule";
import { ScheduleHistory } from "./schedule-history";
import { ScheduleNote } from "./schedule-note";

type PublishedScheduleProps = {
  schedule: StaffScheduleView;
  /** The institute's date. */
  today: string;
  /** The date stands once, above the first test of a day. */
  isFirstOfDay: boolean;
  onCancel: () => void;
  onRemove: () => void;
};

/** One published test below its date, with the actions of the caller, and its history. */
export function PublishedSchedule({ schedule, today, isFirstOfDay, onCancel, onRemove }: PublishedScheduleProps) {
  const [isEditing, setIsEditing] = useState(false);
  const [hasHistory, setHasHistory] = useState(false);
  const menu = useRef<HTMLButtonElement>(null);
  const { _id: id, subject, testDate } = schedule;
  const day = shownDay(testDate);

  // Return the focus to the menu once the form is closed.
  const hasEdited = useRef(false);
  useEffect(() => {
    if (!isEditing && hasEdited.current) menu.current?.focus();
    hasEdited.current = isEditing;
  }, [isEditing]);

  // The form keeps its place in the tree, and so what was typed, when the list is refreshed and the test has another date.
  return (
    <li className="border-line not-first:border-t">
      {isFirstOfDay && <DayHeading day={testDate} today={today} />}
      {isEditing ? (
        <EditSchedule schedule={schedule} onClose={() => setIsEditing(false)} />
      ) : (
        <>
          <div className="relative flex flex-wrap items-start gap-x-3 py-2.5 ps-4 pe-12 sm:flex-nowrap sm:ps-5 sm:pe-14">
            <Facts schedule={schedule} isPast={testDate < today} day={isFirstOfDay ? "" : day} />
            <Actions
              {...{ schedule, today, menu, day, hasHistory, onCancel, onRemove }}
              onEdit={() => setIsEditing(true)}
              onHistory={() => setHasHistory(!hasHistory)}
            />
          </div>
          {hasHistory && (
            <div className="px-4 pb-3 sm:px-5">
              <ScheduleHistory id={id} label={office.historyOf(subject, day)} />
            </div>
          )}
        </>
      )}
    </li>
  );
}

function DayHeading({ day, today }: { day: string; today: string }) {
  const { day: number, month, weekday, year } = leafOf(day, today);
  const isToday = day === today;
  return (
    <h3 className="figures border-line border-b bg-sunken px-4 py-1.5 text-ink-soft text-xs sm:px-5">
      <span className="sr-only">{isToday ? office.todayIs(shownDay(day)) : shownDay(day)}</span>
      <span aria-hidden>
        {/* Printed pages are read on other days, so they show no relative times. */}
        {isToday && <span className="text-accent print:hidden">{office.today} · </span>}
        {weekday}, {number} {month} {year}
      </span>
    </h3>
  );
}

function Facts({ schedule, isPast, day }: { schedule: StaffScheduleView; isPast: boolean; day: string }) {
  const { className, sections, subject, testTime, minutes, room, description, state, reason, isHidden } = schedule;
  const struck = state === "cancelled" && "text-ink-soft line-through";
  return (
    <div className="min-w-0 grow max-sm:basis-full sm:flex sm:basis-0 sm:gap-x-3">
      <p className="figures shrink-0 whitespace-nowrap text-sm sm:w-18">
        {day && <span className="sr-only">{day} </span>}
        <span className={clsx("font-semibold", struck)}>
          <Time at={testTime} />
        </span>{" "}
        {minutes !== null && (
          <span className="text-ink-soft text-xs sm:block">
            <span aria-hidden className="sm:hidden">
              ·{" "}
            </span>
            {copy.minutes(minutes)}
          </span>
        )}
      </p>
      <div className="grid min-w-0 grow grid-cols-1 content-start gap-0.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h4 dir="auto" className={clsx("wrap-anywhere min-w-0 text-sm", struck)}>
            {subject}
          </h4>
          <Badge>{[className, sections.join(", ")].filter(Boolean).join(" ")}</Badge>
          {isPast && <Badge tone="neutral">{copy.pastTest}</Badge>}
          {isHidden ? (
            <ChangeNote cancelled>{reason ? office.hiddenBecause(reason) : office.hidden}</ChangeNote>
          ) : (
            <ScheduleNote schedule={schedule} />
          )}
        </div>
        {(room !== null || description) && (
          <p
            dir="auto"
            title={description ?? undefined}
            className="truncate text-ink-soft text-xs print:whitespace-normal"
          >
            {room !== null && <span className="font-medium text-ink">{room}</span>}
            {room !== null && description && " · "}
            {description}
          </p>
        )}
      </div>
    </div>
  );
}

type ActionsProps = {
  schedule: StaffScheduleView;
  today: string;
  menu: RefObject<HTMLButtonElement | null>;
  day: string;
  hasHistory: boolean;
  onEdit: () => void;
  onCancel: () => void;
  onHistory: () => void;
  onRemove: () => void;
};

function Actions(props: ActionsProps) {
  const { schedule, today, menu, day, hasHistory, onEdit, onCancel, onHistory, onRemove } = props;
  const { _id: id, subject, state, mayChange } = schedule;
  const isPlanned = mayChange && state === "planned";
  // Before its day, a test has no marks.
  const isDue = schedule.testDate <= today;
  const marks = `/admin/results?test=${id}`;
  return (
    <>
      {isPlanned && isDue && (
        <span className="-ms-3 shrink-0 sm:ms-0 sm:-mt-1">
          <ButtonLink variant="quiet" size="small" href={marks} aria-label={copy.enterMarksOf(subject, day)}>
            <NotebookPen aria-hidden className="size-4.5" />
            {copy.enterMarks}
          </ButtonLink>
        </span>
      )}
      {mayChange && state === "cancelled" && (
        <span className="-ms-3 shrink-0 sm:ms-0 sm:-mt-1">
          <RestoreSchedule schedule={schedule} onRestored={() => menu.current?.focus()} />
        </span>
      )}
      <span className="absolute end-2 top-1.5 sm:end-3 print:hidden">
        <RowMenu ref={menu} label={`${subject}, ${day}`}>
          {isPlanned && (
            <>
              {!isDue && (
                <Link href={marks} className={menuLine}>
                  <NotebookPen aria-hidden />
                  {copy.enterMarks}
                </Link>
              )}
              <RowAction icon={<Pencil aria-hidden />} onClick={onEdit}>
                {office.edit}
              </RowAction>
              <RowAction icon={<CalendarX aria-hidden />} onClick={onCancel}>
                {office.cancel}
              </RowAction>
            </>
          )}
          <RowAction icon={<History aria-hidden />} onClick={onHistory}>
            {hasHistory ? office.hideHistory : office.history}
          </RowAction>
          {mayChange && (
            <RowAction icon={<Trash2 aria-hidden />} onClick={onRemove}>
              {copy.remove}
            </RowAction>
          )}
        </RowMenu>
      </span>
    </>
  );
}
