import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/clock";
import { Link } from "@/components/ui/link";
import { copy } from "../messages";

type DealtWithProps = {
  /** What was exported and erased, newest first. */
  events: readonly { _id: string; at: Date; words: string; facts: readonly string[]; actor: string }[];
};

/** The latest requests that were dealt with, from the activity. */
export function DealtWith({ events }: DealtWithProps) {
  return (
    <Card as="section" padding="none" aria-labelledby="dealt-with">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 pt-3 pb-2">
        <h2 id="dealt-with" className="text-base">
          {copy.recorded}
        </h2>
        <Link href="/admin/activity" className="link text-sm">
          {copy.activity}
        </Link>
      </div>
      {events.length === 0 ? (
        <p className="px-4 pb-4 text-ink-soft text-sm">{copy.noneRecorded}</p>
      ) : (
        <ul className="grid grid-cols-1 divide-y divide-line border-line border-t text-sm">
          {events.map(({ _id, at, words, facts, actor }) => (
            <li key={_id} className="flex flex-wrap items-baseline gap-x-4 px-4 py-2">
              <p className="wrap-anywhere min-w-0 grow basis-60">
                <span className="font-semibold">{words}</span>
                {facts.length > 0 && <span className="text-ink-soft"> · {facts.join(", ")}</span>}
              </p>
              <p className="text-ink-soft text-xs">
                <Moment at={at} /> · {actor}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
