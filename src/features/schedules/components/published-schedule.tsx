import { clsx } from "clsx";
import { CalendarX, History, NotebookPen, Pencil, Trash2 } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { menuLine, RowAction, RowMenu } from "@/components/table/row-menu";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
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
  /** The date stands once, beside the first test of a day. */
  isFirstOfDay: boolean;
  onCancel: () => void;
  onRemove: () => void;
};

/** One published test beside its date, with the actions of the caller, and its history. */
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
    <li className={clsx("border-line", isFirstOfDay && "border-t first:border-t-0", !isEditing && "flex")}>
      <Leaf day={testDate} today={today} isFirstOfDay={isFirstOfDay} isWide={isEditing} />
      {isEditing ? (
        <EditSchedule schedule={schedule} onClose={() => setIsEditing(false)} />
      ) : (
        <div className={clsx("min-w-0 grow", !isFirstOfDay && "border-line border-t")}>
          <div className="relative flex flex-wrap items-start gap-x-3 py-2.5 pe-10 sm:flex-nowrap sm:pe-12">
            <Facts schedule={schedule} isPast={testDate < today} day={isFirstOfDay ? "" : day} />
            <Actions
              {...{ schedule, today, menu, day, hasHistory, onCancel, onRemove }}
              onEdit={() => setIsEditing(true)}
              onHistory={() => setHasHistory(!hasHistory)}
            />
          </div>
          {hasHistory && (
            <div className="pe-4 pb-3">
              <ScheduleHistory id={id} label={office.historyOf(subject, day)} />
            </div>
          )}
        </div>
      )}
    </li>
  );
}

type LeafProps = { day: string; today: string; isFirstOfDay: boolean; isWide: boolean };

const leafColumn = "w-19 shrink-0 ps-4 sm:w-22 sm:ps-5";

function Leaf({ day, today, isFirstOfDay, isWide }: LeafProps) {
  const { day: number, month, weekday, year } = leafOf(day, today);
  const isToday = day === today;
  const words = isToday ? office.todayIs(shownDay(day)) : shownDay(day);
  if (isWide) return isFirstOfDay && <h3 className="px-4 py-2.5 text-sm sm:px-5">{words}</h3>;
  if (!isFirstOfDay) return <div className={leafColumn} />;
  return (
    <h3 className={clsx(leafColumn, "figures py-2.5 font-normal text-ink-soft text-xs")}>
      <span className="sr-only">{words}</span>
      <span aria-hidden className={clsx("grid", isToday && "text-accent print:text-ink-soft")}>
        <b className={clsx("whitespace-nowrap font-semibold text-sm", !isToday && "text-ink")}>
          {number} {month}
        </b>
        {/* Printed pages are read on other days, so they show no relative times. */}
        {isToday && <span className="font-semibold print:hidden">{office.today}</span>}
        <span className={clsx(isToday && "hidden print:inline")}>{weekday}</span>
        {year && <span>{year}</span>}
      </span>
    </h3>
  );
}

function Facts({ schedule, isPast, day }: { schedule: StaffScheduleView; isPast: boolean; day: string }) {
  const { className, sections, subject, testTime, minutes, room, description, state, isHidden } = schedule;
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
          {isHidden && <Badge tone="neutral">{office.hidden}</Badge>}
          <ScheduleNote schedule={schedule} />
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
        <span className="-mt-1 shrink-0 max-sm:hidden">
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
              <Link href={marks} className={clsx(menuLine, isDue && "sm:hidden")}>
                <NotebookPen aria-hidden />
                {copy.enterMarks}
              </Link>
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
