import { ScrollText } from "lucide-react";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { institute } from "@/content/institute";
import { dateIn, shownDate } from "@/lib/dates";
import { copy } from "../messages";
import type { OwnToday } from "../schema";

type NewestCardProps = {
  card: NonNullable<OwnToday["card"]>;
  href: string;
  /** For a child, with the name. */
  isChilds?: boolean;
};

/** The newest report card. */
export function NewestCard({ card: { title, name, issuedAt }, href, isChilds = false }: NewestCardProps) {
  const issued = copy.issued(shownDate(dateIn(institute.timeZone, issuedAt)));
  return (
    <Card className="relative flex items-center gap-4">
      <ScrollText aria-hidden className="size-6 shrink-0 text-accent" />
      <div className="grid min-w-0 gap-0.5">
        <h2 className="wrap-anywhere text-lg">
          <Link
            href={href}
            className="rounded-sm underline-offset-4 after:absolute after:inset-0 hover:text-accent hover:underline"
          >
            {title}
          </Link>
        </h2>
        <p className="wrap-anywhere text-ink-soft text-sm">
          {isChilds ? `${copy.card} · ${name}` : copy.card}, {issued}
        </p>
      </div>
    </Card>
  );
}
