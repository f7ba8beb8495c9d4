import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/clock";
import { Link } from "@/components/ui/link";
import { leafOf } from "@/lib/dates";
import { copy } from "../messages";
import { byDay } from "../rules";
import type { Overview } from "../schema";

type WeekListProps = Pick<Overview, "week" | "hasMore"> & {
  /** The institute's date. */
  today: string;
};

/** The events of the next days, by date. */
export function WeekList({ week, hasMore, today }: WeekListProps) {
  return (
    <Card as="section" padding="none" aria-labelledby="week">
      <div className="flex items-baseline justify-between gap-4 border-line border-b px-4 py-3">
        <h2 id="week" className="text-base">
          {copy.week}
        </h2>
        <Link href="/admin/add-schedule" className="link text-sm max-md:-my-2.5 max-md:py-2.5">
          {copy.allTests}
        </Link>
      </div>
      {week.length === 0 ? (
        <p className="px-4 py-6 text-ink-soft text-sm">{copy.nothingAhead}</p>
      ) : (
        <ol className="divide-y divide-line px-4">
          {byDay(week).map(({ day, things }) => (
            <li key={day} className="flex gap-4 py-3">
              <Leaf day={day} today={today} />
              <ul className="grid min-w-0 grow content-start gap-2">
                {things.map((thing) => (
                  <Thing key={`${thing.kind}-${thing.time}-${thing.title}-${thing.of}`} {...thing} />
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
      {hasMore && <p className="border-line border-t px-4 py-3 text-ink-soft text-sm">{copy.more}</p>}
    </Card>
  );
}

function Leaf({ day, today }: { day: string; today: string }) {
  const { day: number, weekday, month } = leafOf(day, today);
  return (
    <time dateTime={day} className="grid w-12 shrink-0 content-start justify-items-center leading-tight">
      <span className="figures font-bold text-lg">{number}</span>
      <span className={day === today ? "font-semibold text-accent text-xs" : "text-ink-soft text-xs"}>
        {day === today ? copy.today : weekday}
      </span>
      <span className="sr-only">{month}</span>
    </time>
  );
}

function Thing({ time, title, of, href }: Overview["week"][number]) {
  return (
    <li className="flex gap-2 text-sm">
      <span className="figures w-13 shrink-0 text-ink-soft">{time !== null && <Time at={time} />}</span>
      <p className="grid min-w-0 content-start leading-snug">
        <span className="wrap-anywhere font-semibold">
          {href === null ? (
            title
          ) : (
            <Link href={href} className="rounded-sm hover:text-accent hover:underline">
              {title}
            </Link>
          )}
        </span>
        {of !== null && <span className="text-ink-soft text-xs">{of}</span>}
      </p>
    </li>
  );
}
