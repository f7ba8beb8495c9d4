import { clsx } from "clsx";
import { CalendarDays, Clock, MapPin } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Time } from "@/components/ui/clock";
import { LongText } from "@/components/ui/long-text";
import { isNewOn, shownDay } from "@/lib/dates";
import { copy } from "../messages";
import { distanceOf } from "../rules";
import type { ScheduleView } from "../schema";
import { ScheduleNote } from "./schedule-note";

/**
 * One announced test (spec §2): a card, or on a narrow screen and on paper a row (decision 207). `today` is the institute's
 * date; past tests are dimmed.
 */
export function ScheduleCard({ schedule, today }: { schedule: ScheduleView; today: string }) {
  const { className, sections, subject, testDate, testTime, minutes, room, description, state, announcedOn } = schedule;
  const isCancelled = state === "cancelled";
  const distance = isCancelled ? null : distanceOf(testDate, today);
  const struck = isCancelled && "text-ink-soft line-through";
  return (
    <li
      className={clsx(
        "min-w-0 break-inside-avoid border-line not-first:border-t py-1.5 cards:rounded-lg cards:border cards:p-5",
        distance && "cards:bg-surface",
      )}
    >
      <dl className="flex h-full cards:flex-col flex-wrap cards:flex-nowrap content-start items-center cards:items-stretch gap-x-2.5 gap-y-0.5 cards:gap-3">
        <div className="order-3 cards:order-none flex grow cards:grow-0 items-center justify-between gap-2">
          <dt className="sr-only">Class</dt>
          <dd className="flex [&>span]:py-0.5 [&>span]:leading-none cards:[&>span]:py-1 cards:[&>span]:leading-normal">
            <Badge tone={distance ? "accent" : "neutral"}>{[className, sections.join(", ")].join(" ").trim()}</Badge>
          </dd>
          {distance && (
            <dd className="figures text-end text-ink-soft print:hidden cards:text-accent cards:text-sm text-xs cards:font-semibold">
              {distance}
            </dd>
          )}
        </div>
        <div className="order-1 cards:order-none w-full min-w-0">
          <dt className="sr-only cards:not-sr-only cards:text-ink-soft cards:text-sm">Subject</dt>
          <dd className="break-words leading-tight [&>span]:ms-2 [&>span]:align-middle [&>span]:py-0.5 [&>span]:leading-none">
            <h4 dir="auto" className={clsx("inline text-sm leading-tight cards:text-xl cards:leading-tight", struck)}>
              {subject}
            </h4>
            {distance && isNewOn(announcedOn, today) && <Badge tone="success">{copy.isNew}</Badge>}
          </dd>
          {(isCancelled || schedule.movedFrom !== null) && (
            <dd className="my-1 cards:mt-2 cards:mb-0">
              <ScheduleNote schedule={schedule} />
            </dd>
          )}
        </div>
        {description && (
          <div className="order-4 cards:order-none w-full min-w-0">
            <dt className="sr-only cards:not-sr-only cards:text-ink-soft cards:text-sm">Description</dt>
            <dd>
              <LongText>{description}</LongText>
            </dd>
          </div>
        )}
        <Fact first icon={<CalendarDays aria-hidden />} label="Date">
          <time dateTime={testDate}>{shownDay(testDate)}</time>
        </Fact>
        <Fact icon={<Clock aria-hidden />} label="Time">
          <span className={clsx(struck)}>
            <Time at={testTime} />
          </span>
          {minutes !== null && <span className="font-normal text-ink-soft">{` · ${copy.minutes(minutes)}`}</span>}
        </Fact>
        {room !== null && (
          <div className="order-3 cards:order-none cards:-mt-1.5 flex w-full items-start gap-1.5 cards:gap-2 text-xs cards:text-sm">
            <dt className="flex cards:w-17 shrink-0 gap-2 text-ink-soft [&_svg]:mt-0.5 [&_svg]:hidden cards:[&_svg]:block [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-accent">
              <MapPin aria-hidden />
              {copy.room}
            </dt>
            <dd className="min-w-0 break-words font-medium">{room}</dd>
          </div>
        )}
      </dl>
    </li>
  );
}

type FactProps = { icon: ReactNode; label: string; first?: boolean; children: ReactNode };

// In a row, the date is shown once beside all rows of that day.
function Fact({ icon, label, first = false, children }: FactProps) {
  return (
    <div
      className={clsx(
        "order-2 cards:order-none leading-tight cards:leading-normal cards:flex cards:items-start cards:gap-2 text-sm",
        first
          ? "sr-only cards:not-sr-only cards:mt-auto! cards:border-line cards:border-t cards:pt-3!"
          : "cards:-mt-1.5",
      )}
    >
      <dt className="sr-only cards:not-sr-only flex shrink-0 gap-2 text-ink-soft cards:flex cards:w-17 [&_svg]:mt-0.5 [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-accent">
        {icon}
        {label}
      </dt>
      <dd className="figures min-w-0 cards:font-medium font-semibold">{children}</dd>
    </div>
  );
}
