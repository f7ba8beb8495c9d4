import { clsx } from "clsx";
import { CalendarX, History, NotebookPen, Pencil, Trash2 } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { menuLine, RowAction, RowMenu } from "@/components/table/row-menu";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { ChangeNote } from "@/components/ui/change-note";
import { Time } from "@/components/ui/clock";
import { Link } from "@/components/ui/link";
import { shownDay } from "@/lib/dates";
import { copy } from "../messages";
import { office } from "../messages-office";
import type { StaffScheduleView } from "../schema";
import { DayHeading } from "./day-heading";
import { EditSchedule } from "./edit-schedule";
import { RestoreSchedule } from "./restore-schedule";
import { ScheduleHistory } from "./schedule-history";
import { ScheduleNote } from "./schedule-note";

type PublishedScheduleProps = {
  schedule: StaffScheduleView;
  /** The institute's date and time, `2026-11-20 14:05`. */
  now: string;
  /** The date is shown only once, beside the first test of a day. */
  isFirstOfDay: boolean;
  isEditing: boolean;
  onEdit: (isEditing: boolean) => void;
  onCancel: () => void;
  onRemove: () => void;
};

/** One published test beside its date, with the actions of the caller, and its history. */
export function PublishedSchedule(props: PublishedScheduleProps) {
  const { schedule, now, isFirstOfDay, isEditing, onEdit, onCancel, onRemove } = props;
  const [hasHistory, setHasHistory] = useState(false);
  const menu = useRef<HTMLButtonElement>(null);
  const { _id: id, subject, testDate, testTime } = schedule;
  const today = now.slice(0, 10);
  const day = shownDay(testDate);

  // Return the focus to the menu once the form is closed.
  const hasEdited = useRef(false);
  useEffect(() => {
    if (!isEditing && hasEdited.current) menu.current?.focus();
    hasEdited.current = isEditing;
  }, [isEditing]);

  // The form keeps its place in the tree, and so its input, when a refreshed list has the test on another date.
  return (
    <li
      className={clsx(
        "flex gap-x-3 border-line sm:ps-5 focus-visible:-outline-offset-3",
        isFirstOfDay && "not-first:border-t",
        !isEditing && "ps-4",
      )}
    >
      {/* On a phone, the form needs the space. */}
      <div className={clsx("w-13 shrink-0", isEditing && "max-sm:hidden")}>
        {isFirstOfDay && <DayHeading day={testDate} today={today} />}
      </div>
      <div className={clsx("min-w-0 grow border-line", !isFirstOfDay && "border-t")}>
        {isEditing ? (
          <EditSchedule schedule={schedule} onClose={() => onEdit(false)} />
        ) : (
          <>
            <div className="relative flex flex-wrap items-start gap-x-3 py-2.5 pe-12 sm:flex-nowrap sm:pe-14">
              <Facts schedule={schedule} isPast={testDate < today} day={isFirstOfDay ? "" : day} />
              <Actions
                {...{ schedule, menu, day, hasHistory, onCancel, onRemove }}
                hasBegun={`${testDate} ${testTime}` <= now}
                onEdit={() => onEdit(true)}
                onHistory={() => setHasHistory(!hasHistory)}
              />
            </div>
            {hasHistory && (
              <div className="pe-4 pb-3 sm:pe-5">
                <ScheduleHistory id={id} label={office.historyOf(subject, day)} />
              </div>
            )}
          </>
        )}
      </div>
    </li>
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
          <h4 className={clsx("wrap-anywhere min-w-0 text-sm", struck)}>
            <bdi>{subject}</bdi> · {[className, sections.join(", ")].filter(Boolean).join(" ")}
          </h4>
          {isPast && <Badge tone="neutral">{office.past}</Badge>}
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
  /** Before its time, a test has no marks. */
  hasBegun: boolean;
  menu: RefObject<HTMLButtonElement | null>;
  day: string;
  hasHistory: boolean;
  onEdit: () => void;
  onCancel: () => void;
  onHistory: () => void;
  onRemove: () => void;
};

function Actions(props: ActionsProps) {
  const { schedule, hasBegun, menu, day, hasHistory, onEdit, onCancel, onHistory, onRemove } = props;
  const { _id: id, subject, state, mayChange } = schedule;
  const isPlanned = mayChange && state === "planned";
  const marks = `/admin/results?test=${id}`;
  return (
    <>
      {isPlanned && hasBegun && (
        <span className="-ms-3 shrink-0 sm:ms-0 sm:-mt-1">
          <ButtonLink variant="quiet" size="small" href={marks} aria-label={office.enterMarksOf(subject, day)}>
            <NotebookPen aria-hidden className="size-4.5" />
            {office.enterMarks}
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
              {!hasBegun && (
                <Link href={marks} className={menuLine}>
                  <NotebookPen aria-hidden />
                  {office.enterMarks}
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
              {office.remove}
            </RowAction>
          )}
        </RowMenu>
      </span>
    </>
  );
}
