import { clsx } from "clsx";
import { BellRing } from "lucide-react";
import { institute } from "@/content/institute";
import { dayOf } from "@/lib/curves";
import { shownDate } from "@/lib/dates";
import { copy } from "../messages";
import { nameOf } from "../rules";
import type { ResultView } from "../schema";

const mostNotices = 3;

/** A toast for each new result, the latest three by name (decision 16); on a phone one line for all of them. */
export function ResultNotices({ results }: { results: ResultView[] }) {
  const more = results.length - mostNotices;
  const areMany = results.length > 1;
  return (
    <div
      role="status"
      className="flex animate-appear items-center gap-2.5 rounded-lg bg-accent-soft px-4 py-3 sm:items-start sm:gap-4 sm:px-6 sm:py-4 print:hidden"
    >
      <BellRing aria-hidden className="size-5 shrink-0 text-accent sm:size-6" />
      {areMany && (
        <p aria-hidden className="font-semibold text-sm sm:hidden">
          {copy.unread(results.length)}
        </p>
      )}
      <ul className={clsx("grid min-w-0 grid-cols-1 gap-2", areMany && "max-sm:sr-only")}>
        {results.slice(0, mostNotices).map((result) => (
          <li key={result._id} className="flex min-w-0 items-baseline gap-x-3">
            <p className="min-w-0 truncate font-semibold max-sm:text-sm">{copy.newResult(nameOf(result))}</p>
            <p className="figures shrink-0 text-ink-soft text-sm max-sm:sr-only">
              {shownDate(dayOf(result, institute.timeZone))}
            </p>
          </li>
        ))}
        {more > 0 && <li className="text-ink-soft text-sm">{copy.moreNew(more)}</li>}
      </ul>
    </div>
  );
}
