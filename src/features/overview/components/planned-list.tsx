import { ChevronRight } from "lucide-react";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { copy } from "../messages";
import { listOf } from "../rules";
import type { Overview } from "../schema";

/** What will happen automatically at its time; each number links to its list. */
export function PlannedList({ planned }: Pick<Overview, "planned">) {
  if (planned.length === 0) return null;
  return (
    <Card as="section" padding="none" aria-labelledby="planned">
      <h2 id="planned" className="border-line border-b px-4 py-3 text-base">
        {copy.planned}
      </h2>
      <ul className="divide-y divide-line">
        {planned.map(({ kind, count }) => {
          const { hint, one, title: many } = copy.plans[kind];
          const title = count === 1 ? one : many;
          return (
            <li key={kind} className="relative flex items-center gap-3 px-4 py-2.5">
              <p className="grid min-w-0 grow leading-snug">
                <Link
                  href={listOf[kind]}
                  aria-label={`${title}: ${count}`}
                  className="justify-self-start rounded-sm font-semibold text-sm after:absolute after:inset-0 hover:text-accent hover:underline"
                >
                  {title}
                </Link>
                <span className="text-ink-soft text-xs">{hint}</span>
              </p>
              <span aria-hidden className="figures shrink-0 font-bold">
                {count}
              </span>
              <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft rtl:rotate-180" />
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
