import { PencilLine, Trash2 } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { shownDate } from "@/lib/dates";
import { copy } from "../messages";
import type { YearView } from "../schema";

type YearRowProps = { year: YearView; isCurrent: boolean; onEdit: () => void; onRemove: () => void };

export function YearRow({ year, isCurrent, onEdit, onRemove }: YearRowProps) {
  const { label, firstDay, lastDay } = year;
  return (
    <li className="flex items-center gap-3 border-line border-t py-1.5 ps-3.5 pe-1 first:border-t-0">
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-4 gap-y-1">
        <h3 className="figures min-w-24 break-words text-sm">{label}</h3>
        <p className="figures text-sm">
          <time dateTime={firstDay}>{shownDate(firstDay)}</time> to <time dateTime={lastDay}>{shownDate(lastDay)}</time>
        </p>
        {isCurrent && <Badge tone="success">{copy.current}</Badge>}
      </div>
      <Button variant="quiet" aria-label={copy.editYear(label)} onClick={onEdit}>
        <PencilLine aria-hidden className="size-5" />
      </Button>
      {/* The current year is in use. */}
      <span className="w-12 shrink-0">
        {!isCurrent && (
          <Button variant="quiet" aria-label={copy.removeYear(label)} onClick={onRemove}>
            <Trash2 aria-hidden className="size-5" />
          </Button>
        )}
      </span>
    </li>
  );
}
