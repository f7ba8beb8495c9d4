import { BellRing } from "lucide-react";
import { institute } from "@/content/institute";
import { shownDate } from "@/lib/dates";
import { copy } from "../messages";
import { dayOf, nameOf } from "../rules";
import type { ResultView } from "../schema";

const mostNotices = 3;

/** A toast for each new result, the latest three by name (decision 16). */
export function ResultNotices({ results }: { results: ResultView[] }) {
  const more = results.length - mostNotices;
  return (
    <div role="status" className="flex animate-appear gap-4 rounded-lg bg-accent-soft px-5 py-4 sm:px-6 print:hidden">
      <BellRing aria-hidden className="size-6 shrink-0 text-accent" />
      <ul className="grid min-w-0 grid-cols-1 gap-1.5 sm:gap-2">
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
