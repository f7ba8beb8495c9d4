import { type ReactNode, useId } from "react";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";

type PartProps = {
  title: string;
  /** Link to the full list. */
  more: { href: string; label: string };
  /** The text for an empty list, if it can be empty. */
  none?: string;
  /** `li` elements. */
  children: ReactNode[];
};

/** A section of the page: a few lines, and a link to all. */
export function Part({ title, more, none, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <div className="flex items-center justify-between gap-4">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <Link
          href={more.href}
          aria-label={`${title}: ${more.label}`}
          className="link inline-flex min-h-11 min-w-11 items-center justify-end"
        >
          {more.label}
        </Link>
      </div>
      <Card padding="none">
        {children.length === 0 ? (
          <p className="px-5 py-6 text-ink-soft text-sm">{none}</p>
        ) : (
          <ul className="divide-y divide-line px-5">{children}</ul>
        )}
      </Card>
    </section>
  );
}
