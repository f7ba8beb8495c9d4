import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/clock";
import { Link } from "@/components/ui/link";
import { institute } from "@/content/institute";
import { leafOf, stampIn } from "@/lib/dates";
import { copy } from "../messages";

type DoneListProps = {
  title?: string;
  /** The text for an empty list. */
  none?: string;
  /** The institute's date. */
  today: string;
  events: readonly { _id: string; at: Date; words: string; actor: string; facts: readonly string[] }[];
};

/** Recent activity and its authors. */
export function DoneList({ title = copy.done, none = copy.nothingDone, today, events }: DoneListProps) {
  return (
    <Card as="section" padding="none" aria-labelledby="done">
      <div className="flex items-baseline justify-between gap-4 border-line border-b px-4 py-3">
        <h2 id="done" className="text-base">
          {title}
        </h2>
        <Link href="/admin/activity" className="link text-sm max-md:-my-2.5 max-md:py-2.5">
          {copy.activity}
        </Link>
      </div>
      {events.length === 0 ? (
        <p className="px-4 py-6 text-ink-soft text-sm">{none}</p>
      ) : (
        <ul className="grid gap-2.5 px-4 py-3">
          {events.map(({ _id, at, words, actor, facts }) => (
            <li key={_id} className="flex gap-3 text-sm leading-snug">
              <span className="figures w-16 shrink-0 text-ink-soft">
                <At moment={at} today={today} />
              </span>
              <p className="wrap-anywhere min-w-0">
                <span className="font-semibold">{actor}</span> · {words}
                {facts.length > 0 && <span className="text-ink-soft"> · {facts.join(" · ")}</span>}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The time of an event of today, or the date of an older one. */
function At({ moment, today }: { moment: Date; today: string }) {
  const [date = "", time = ""] = stampIn(institute.timeZone, moment).split(" ");
  if (date === today) return <Time at={time} />;
  const { day, month, year } = leafOf(date, today);
  return <time dateTime={date}>{[day, month, year].filter(Boolean).join(" ")}</time>;
}
