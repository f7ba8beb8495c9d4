import { ChevronDown, ChevronUp } from "lucide-react";
import { Link } from "@/components/ui/link";
import { personScreens as copy } from "../messages-person";
import type { NeighboursView } from "../schema-list";

type BesideProps = NeighboursView & {
  /** The query string of the list. */
  query: string;
};

const step = "inline-grid size-11 place-items-center rounded-md border dense:size-9";

/** The student's position in the list the visitor came from, with links to the neighbours. */
export function Beside({ previous, next, place, total, query }: BesideProps) {
  if (total < 2) return null;
  const steps = [
    { to: previous, label: copy.previous, Icon: ChevronUp },
    { to: next, label: copy.next, Icon: ChevronDown },
  ];
  return (
    <nav aria-label={copy.beside} className="flex items-center gap-2">
      <span className="figures text-ink-soft text-xs">{copy.placeInList(place, total)}</span>
      {steps.map(({ to, label, Icon }) =>
        to ? (
          <Link
            key={label("")}
            href={`/admin/students/${to._id}${query}`}
            aria-label={label(to.name)}
            title={to.name}
            className={`${step} border-line-strong bg-surface hover:border-accent hover:bg-accent-soft`}
          >
            <Icon aria-hidden className="size-4.5" />
          </Link>
        ) : (
          <span key={label("")} aria-hidden className={`${step} border-line text-line-strong`}>
            <Icon aria-hidden className="size-4.5" />
          </span>
        ),
      )}
    </nav>
  );
}
