import { ChevronRight, ScrollText } from "lucide-react";
import { Link } from "@/components/ui/link";
import { shownDateHere } from "@/content/institute";
import { copy } from "../messages";
import type { OwnToday } from "../schema";

type NewestCardProps = {
  card: NonNullable<OwnToday["card"]>;
  href: string;
  /** The name of the child. */
  child?: string | undefined;
};

/** The newest report card. */
export function NewestCard({ card: { title, issuedAt }, href, child }: NewestCardProps) {
  const issued = copy.issued(shownDateHere(issuedAt));
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 py-3.5">
      <ScrollText aria-hidden className="size-5 shrink-0 text-accent" />
      <div className="grid min-w-0 grow basis-20 gap-0.5">
        <p className="wrap-anywhere">
          <Link
            href={href}
            className="rounded-sm font-semibold after:absolute after:inset-0 hover:text-accent hover:underline"
          >
            {title}
          </Link>
        </p>
        <p className="wrap-anywhere text-ink-soft text-sm">
          {child ?? copy.card} · <span className="inline-block">{issued}</span>
        </p>
      </div>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft rtl:rotate-180" />
    </li>
  );
}
