import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Time } from "@/components/ui/clock";
import { LongText } from "@/components/ui/long-text";
import { isNewOn, shownDay } from "@/lib/dates";
import { copy } from "../messages";
import { distanceOf } from "../rules";
import type { ScheduleView } from "../schema";
import { ScheduleNote } from "./schedule-note";

type ScheduleCardProps = {
  schedule: ScheduleView;
  /** The institute's date. */
  today: string;
  /** False below a heading that names the class. */
  withClass: boolean;
};

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
      <dl className="flex flex-wrap content-start items-center cards:items-baseline gap-x-2.5 cards:gap-x-4 gap-y-0.5 cards:gap-y-1">
        <div className="order-1 cards:order-2 w-full min-w-0 cards:w-auto cards:grow cards:basis-0">
          <dt className="sr-only">Subject</dt>
          <dd className="break-words leading-tight [&>span]:ms-2 [&>span]:align-middle [&>span]:py-0.5 [&>span]:leading-none">
            <h4 dir="auto" className={clsx("inline cards:text-lg text-sm leading-tight", struck)}>
              {subject}
            </h4>
            {distance && isNewOn(announcedOn, today) && <Badge tone="success">{copy.isNew}</Badge>}
          </dd>
        </div>
        {/* The date of a row or card stands once beside all tests of that day. */}
        <Fact hidden label="Date">
          <time dateTime={testDate}>{shownDay(testDate)}</time>
        </Fact>
        <Fact label="Time">
          <span className={clsx(struck)}>
            <Time at={testTime} />
          </span>
          {minutes !== null && (
            <span className="font-normal text-ink-soft cards:text-sm">{` · ${copy.minutes(minutes)}`}</span>
          )}
        </Fact>
        <div className="order-3 flex grow cards:grow-0 items-center justify-between gap-2 cards:gap-3">
          <dt className="sr-only">Class</dt>
          <dd
            className={
              withClass
                ? "cards:order-2 flex [&>span]:py-0.5 [&>span]:leading-none cards:[&>span]:py-1 cards:[&>span]:leading-normal"
                : "sr-only"
            }
          >
            <Badge tone={distance ? "accent" : "neutral"}>{[className, sections.join(", ")].join(" ").trim()}</Badge>
          </dd>
          {distance && (
            <dd
              className={clsx(
                "figures text-end cards:text-sm text-xs print:hidden",
                testDate === today ? "font-semibold text-accent" : "text-ink-soft",
              )}
            >
              {distance}
            </dd>
          )}
        </div>
        {(isCancelled || schedule.movedFrom !== null) && (
          <div className="order-4 w-full min-w-0 py-0.5 cards:ps-36">
            <dt className="sr-only">{copy.change}</dt>
            <dd>
              <ScheduleNote schedule={schedule} />
            </dd>
          </div>
        )}
        {description && (
          <div className="order-4 w-full min-w-0 cards:ps-36">
            <dt className="sr-only">Description</dt>
            <dd>
              <LongText>{description}</LongText>
            </dd>
          </div>
        )}
        {room !== null && (
          <div className="order-3 cards:order-5 flex w-full items-start gap-1.5 cards:ps-36 cards:text-sm text-xs">
            <dt className="shrink-0 text-ink-soft">{copy.room}</dt>
            <dd className="min-w-0 break-words font-medium">{room}</dd>
          </div>
        )}
      </dl>
    </li>
  );
}

type FactProps = { label: string; hidden?: boolean; children: ReactNode };

function Fact({ label, hidden = false, children }: FactProps) {
  return (
    <div
      className={hidden ? "sr-only" : "order-2 cards:order-1 cards:w-32 shrink-0 cards:text-base text-sm leading-tight"}
    >
      <dt className="sr-only">{label}</dt>
      <dd className="figures min-w-0 font-semibold">{children}</dd>
    </div>
  );
}
