import { clsx } from "clsx";
import { Clock, ClockAlert } from "lucide-react";
import { ChoiceLink } from "@/components/table/choice-link";
import { deskCopy as copy } from "../messages-desk";
import type { ViewCounts } from "../schema-desk";

/** How many applications wait for an answer today or longer, above the newest; nothing if there are none. */
export function DueLine({ counts: { due, overdue } }: { counts: ViewCounts }) {
  if (due === 0) return null;
  const today = due - overdue;
  const words = [overdue > 0 && copy.overdueCount(overdue), today > 0 && copy.dueTodayCount(today)];
  const Icon = overdue > 0 ? ClockAlert : Clock;
  return (
    <p
      className={clsx(
        "flex flex-wrap items-center gap-x-2 rounded-md px-3.25 text-sm print:hidden",
        overdue > 0 ? "bg-danger-soft text-danger" : "bg-warn-soft text-warn",
      )}
    >
      <Icon aria-hidden className="size-4.5 shrink-0" />
      <strong className="figures font-semibold">{words.filter(Boolean).join(", ")}</strong>
      <ChoiceLink changes={{ view: "due" }} className="link inline-flex min-h-11 items-center dense:min-h-9">
        {copy.showDue}
      </ChoiceLink>
    </p>
  );
}
