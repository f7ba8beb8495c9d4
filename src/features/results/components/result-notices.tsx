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
    <div role="status" className="flex animate-appear gap-4 rounded-lg bg-accent-soft p-5 sm:px-6 print:hidden">
      <BellRing aria-hidden className="size-6 shrink-0 text-accent" />
      <ul className="grid min-w-0 grid-cols-1 gap-3 sm:gap-2">
        {results.slice(0, mostNotices).map((result) => (
          <li key={result._id} className="flex min-w-0 flex-wrap items-baseline gap-x-3">
            <p className="line-clamp-2 min-w-0 break-words font-semibold">{copy.newResult(nameOf(result))}</p>
            <p className="figures shrink-0 text-ink-soft text-sm">{shownDate(dayOf(result, institute.timeZone))}</p>
          </li>
        ))}
        {more > 0 && <li className="text-ink-soft text-sm">{copy.moreNew(more)}</li>}
      </ul>
    </div>
  );
}
