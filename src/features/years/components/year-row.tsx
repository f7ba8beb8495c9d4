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
    <li className="flex items-center gap-1 border-line border-t py-2 ps-4 pe-1 sm:ps-5 sm:pe-2">
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-4 gap-y-1">
        <h4 className="figures break-words text-sm sm:min-w-24">{label}</h4>
        <p className="figures text-sm max-sm:order-1 max-sm:basis-full">
          <time dateTime={firstDay}>{shownDate(firstDay)}</time> to <time dateTime={lastDay}>{shownDate(lastDay)}</time>
        </p>
        {isCurrent && <Badge tone="success">{copy.current}</Badge>}
      </div>
      {/* The current year is in use. */}
      {!isCurrent && (
        <Button variant="quiet" size="small" title={copy.remove} aria-label={copy.removeYear(label)} onClick={onRemove}>
          <Trash2 aria-hidden className="size-4.5" />
          <span className="max-lg:hidden">{copy.remove}</span>
        </Button>
      )}
      <Button variant="quiet" size="small" title={copy.edit} aria-label={copy.editYear(label)} onClick={onEdit}>
        <PencilLine aria-hidden className="size-4.5" />
        <span className="max-lg:hidden">{copy.edit}</span>
      </Button>
    </li>
  );
}
