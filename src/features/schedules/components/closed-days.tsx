import { CalendarOff, Clock12 } from "lucide-react";
import { shownDay } from "@/lib/dates";
import { copy } from "../messages";
import type { ClosedSpan } from "../rules";

/** Closed days or a half day in the list, with the last day. */
export function ClosedDays({ span: { name, kind, lastDay }, day }: { span: ClosedSpan; day: string }) {
  // A half day closes at noon.
  const Sign = kind === "half" ? Clock12 : CalendarOff;
  return (
    <p className="flex break-inside-avoid items-start gap-2 py-2 cards:rounded-lg cards:bg-sunken cards:px-5 cards:py-3 text-ink-soft text-sm">
      <Sign aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">
        <span className="font-semibold">{kind === "half" ? copy.halfDay(name) : copy.closedDay(name)}</span>
        {lastDay > day && `, ${copy.closedUntil(shownDay(lastDay))}`}
      </span>
    </p>
  );
}
