import { Link } from "@/components/ui/link";
import { intakeScreens as copy } from "../messages";
import type { IntakesView } from "../schema";

/** Links to the school years with intakes; empty for a single one. */
export function YearLinks({ years, year }: { years: IntakesView["years"]; year: string }) {
  if (years.length < 2) return null;
  return (
    <nav aria-label={copy.years} className="overflow-x-auto border-line border-b">
      <ul className="flex gap-5.5">
        {years.map(({ _id, label }) => (
          <li key={_id} className="shrink-0">
            <Link
              href={`/admin/get-info/intake?year=${_id}`}
              aria-current={_id === year ? "true" : undefined}
              className="figures -mb-px flex min-h-11 items-center border-transparent border-b-3 text-ink-soft text-sm transition-colors hover:text-ink focus-visible:-outline-offset-3 aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink dense:min-h-9"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
