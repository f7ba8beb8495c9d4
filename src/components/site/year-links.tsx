import { clsx } from "clsx";
import { Link } from "../ui/link";

type YearLinksProps = {
  label: string;
  years: readonly { _id: string; label: string }[];
  year: string | undefined;
  hrefOf: (year: string) => string;
};

/** Links to the same page of other school years; empty for a single one. */
export function YearLinks({ label: name, years, year, hrefOf }: YearLinksProps) {
  if (years.length < 2) return null;
  return (
    <nav aria-label={name} className="overflow-x-auto border-line border-b print:border-b-0">
      <ul className="flex gap-5.5">
        {years.map(({ _id, label }) => (
          <li key={_id} className={clsx("shrink-0", _id !== year && "print:hidden")}>
            <Link
              href={hrefOf(_id)}
              aria-current={_id === year ? "true" : undefined}
              className="figures -mb-px flex min-h-11 items-center border-transparent border-b-3 text-ink-soft text-sm transition-colors hover:text-ink focus-visible:-outline-offset-3 aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink dense:min-h-9 print:border-b-0"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
