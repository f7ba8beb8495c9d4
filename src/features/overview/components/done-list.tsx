import { Card } from "@/components/ui/card";
import { Moment, Time } from "@/components/ui/clock";
import { Link } from "@/components/ui/link";
import { institute } from "@/content/institute";
import { stampIn } from "@/lib/dates";
import { copy } from "../messages";

type DoneListProps = {
  /** The institute's date. */
  today: string;
  events: readonly { _id: string; at: Date; words: string; actor: string; facts: readonly string[] }[];
};

/** Recent activity and its authors. */
export function DoneList({ today, events }: DoneListProps) {
  return (
    <Card as="section" padding="none" aria-labelledby="done">
      <div className="flex items-baseline justify-between gap-4 border-line border-b px-4 py-3">
        <h2 id="done" className="text-base">
          {copy.done}
        </h2>
        <Link href="/admin/activity" className="link text-sm">
          {copy.activity}
        </Link>
      </div>
      {events.length === 0 ? (
        <p className="px-4 py-6 text-ink-soft text-sm">{copy.nothingDone}</p>
      ) : (
        <ul className="grid gap-2.5 px-4 py-3">
          {events.map(({ _id, at, words, actor, facts }) => (
            <li key={_id} className="gap-4 text-sm leading-snug sm:flex">
              <span className="figures shrink-0 text-ink-soft sm:w-38">
                <At moment={at} today={today} />
              </span>
              <span className="wrap-anywhere block min-w-0">
                <span className="font-semibold">{actor}</span> · {[words, ...facts].join(" · ")}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function At({ moment, today }: { moment: Date; today: string }) {
  const [date, time = ""] = stampIn(institute.timeZone, moment).split(" ");
  if (date !== today) return <Moment at={moment} />;
  return (
    <>
      {copy.today} <Time at={time} />
    </>
  );
}
