import { PencilLine, Trash2 } from "lucide-react";
import { RowAction, RowMenu } from "@/components/table/row-menu";
import { Badge } from "@/components/ui/badge";
import { dateHere } from "@/content/institute";
import { shownDate } from "@/lib/dates";
import { copy } from "../messages";
import type { YearView } from "../schema";

type YearRowProps = { year: YearView; isCurrent: boolean; onEdit: () => void; onRemove: () => void };

export function YearRow({ year, isCurrent, onEdit, onRemove }: YearRowProps) {
  const { label, firstDay, lastDay } = year;
  const today = dateHere(new Date());
  const [isOver, isNow] = [lastDay < today, isCurrent && firstDay <= today];
  return (
    <li className="flex items-center gap-3 border-line border-t px-4 py-2 sm:px-5">
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-4 gap-y-1">
        <h4 className="figures break-words text-sm sm:min-w-24">{label}</h4>
        <p className="figures text-sm max-sm:order-1 max-sm:basis-full">
          <time dateTime={firstDay}>{shownDate(firstDay)}</time> to <time dateTime={lastDay}>{shownDate(lastDay)}</time>
        </p>
        {isNow && <Badge tone={isOver ? "neutral" : "success"}>{isOver ? copy.ended : copy.current}</Badge>}
      </div>
      <RowMenu label={label}>
        <RowAction icon={<PencilLine aria-hidden />} onClick={onEdit}>
          {copy.edit}
        </RowAction>
        {/* The current year is in use. */}
        {!isNow && (
          <RowAction icon={<Trash2 aria-hidden />} onClick={onRemove}>
            {copy.remove}
          </RowAction>
        )}
      </RowMenu>
    </li>
  );
}
