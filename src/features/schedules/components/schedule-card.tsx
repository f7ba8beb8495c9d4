import { clsx } from "clsx";
import { Badge } from "@/components/ui/badge";
import { Time } from "@/components/ui/clock";
import { LongText } from "@/components/ui/long-text";
import { isNewOn, shownDay } from "@/lib/dates";
import { copy } from "../messages";
import { distanceOf, namesRoom } from "../rules";
import type { ScheduleView } from "../schema";
import { ScheduleNote } from "./schedule-note";

type ScheduleCardProps = {
  schedule: ScheduleView;
  /** The institute's date. */
  today: string;
  /** False if the page or a heading names the class. */
  withClass: boolean;
};

/** The number of description lines in a row: only one below a subject of two lines, so that forty rows stay below 4,000 pixels. */
const linesBelow = (subject: string) => (subject.length > 32 ? 1 : 2);

// Badges that do not increase the height of a line.
const lowBadges = "[&>span]:py-0.5 [&>span]:align-middle [&>span]:leading-none cards:[&>span]:leading-normal";

/**
 * One announced test (spec §2): a card, or on a narrow screen and on paper a row (decisions 207, 312).
 * Past tests are dimmed.
 */
export function ScheduleCard({ schedule, today, withClass }: ScheduleCardProps) {
  const { className, sections, subject, testDate, testTime, minutes, room, description, state, announcedOn } = schedule;
  const isCancelled = state === "cancelled";
  const distance = isCancelled ? null : distanceOf(testDate, today);
  const struck = isCancelled && "text-ink-soft line-through";
  return (
    <li
      className={clsx(
        "min-w-0 break-inside-avoid border-line not-first:border-t cards:rounded-lg cards:border py-1.5 cards:px-5 cards:py-3",
        distance && "cards:bg-surface",
      )}
    >
      {/* In a card, the time is at the side; subject, class and note form one line of text that may wrap. */}
      <dl className="flex cards:flow-root flex-wrap content-start items-center gap-x-2.5 gap-y-0.5 cards:ps-36 cards:leading-normal">
        {/* The date is shown only once, beside all tests of the day. */}
        <div className="sr-only">
          <dt>{copy.date}</dt>
          <dd>
            <time dateTime={testDate}>{shownDay(testDate)}</time>
          </dd>
        </div>
        <div className="order-2 cards:float-start cards:-ms-36 cards:w-32 max-w-full shrink-0 cards:text-base text-sm leading-tight cards:leading-normal">
          <dt className="sr-only">Time</dt>
          <dd className="figures min-w-0 font-semibold">
            <span className={clsx(struck)}>
              <Time at={testTime} />
            </span>
            {minutes !== null && (
              <span className="font-normal text-ink-soft cards:text-sm">{` · ${copy.minutes(minutes)}`}</span>
            )}
          </dd>
        </div>
        <div className="order-1 cards:me-2.5 cards:inline w-full min-w-0">
          <dt className="sr-only">Subject</dt>
          <dd className={clsx("cards:inline break-words leading-tight [&>span]:ms-2", lowBadges)}>
            <h4 dir="auto" className={clsx("inline cards:text-lg text-sm leading-tight", struck)}>
              {subject}
            </h4>
            {distance && isNewOn(announcedOn, today) && <Badge tone="success">{copy.isNew}</Badge>}
          </dd>
        </div>
        <div
          className={clsx(
            "order-3 flex cards:inline grow flex-wrap items-center justify-between gap-2",
            withClass && "cards:me-2.5",
          )}
        >
          <dt className="sr-only">Class</dt>
          <dd className={withClass ? clsx("flex cards:inline", lowBadges) : "sr-only"}>
            <Badge tone={distance ? "accent" : "neutral"}>{[className, sections.join(", ")].join(" ").trim()}</Badge>
          </dd>
          {distance && (
            <dd
              className={clsx(
                "figures ms-auto cards:float-end cards:ms-4 cards:pt-0.5 text-end cards:text-sm text-xs print:hidden",
                testDate === today ? "font-semibold text-accent" : "text-ink-soft",
              )}
            >
              {distance}
            </dd>
          )}
        </div>
        {(isCancelled || schedule.movedFrom !== null) && (
          <div className="order-4 cards:inline-block w-full cards:w-auto min-w-0 cards:max-w-full py-0.5 cards:py-0 cards:align-middle cards:[&_p]:py-0.5">
            <dt className="sr-only">{copy.change}</dt>
            <dd>
              <ScheduleNote schedule={schedule} />
            </dd>
          </div>
        )}
        {description && (
          <div className="order-4 cards:mt-1 w-full min-w-0">
            <dt className="sr-only">Description</dt>
            <dd>
              <LongText lines={linesBelow(subject)}>{description}</LongText>
            </dd>
          </div>
        )}
        {room !== null && <Room room={room} />}
      </dl>
    </li>
  );
}

function Room({ room }: { room: string }) {
  return (
    <div className="order-3 flex cards:mt-1 w-full items-start gap-1.5 cards:text-sm text-xs">
      <dt className={clsx("shrink-0 text-ink-soft", namesRoom(room) && "sr-only")}>{copy.room}</dt>
      <dd className="min-w-0 break-words font-medium text-ink-soft">{room}</dd>
    </div>
  );
}
