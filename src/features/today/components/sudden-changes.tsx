import { clsx } from "clsx";
import { CalendarClock, CalendarX } from "lucide-react";
import { Time } from "@/components/ui/clock";
import { shownDay } from "@/lib/dates";
import { copy } from "../messages";
import type { Today } from "../schema";

/** Tests that were moved or cancelled at short notice, shown so that nobody comes at the wrong time. */
export function SuddenChanges({ changes }: { changes: Today["sudden"] }) {
  return (
    <ul className="grid grid-cols-1 gap-3">
      {changes.map(({ _id, subject, className, sections, testDate, testTime, state, note }) => {
        const isCancelled = state === "cancelled";
        const Icon = isCancelled ? CalendarX : CalendarClock;
        return (
          <li
            key={_id}
            className={clsx(
              "flex gap-4 rounded-lg border border-transparent p-5",
              isCancelled ? "bg-danger-soft [&_svg]:text-danger" : "bg-warn-soft [&_svg]:text-warn",
            )}
          >
            <Icon aria-hidden className="mt-0.5 size-6 shrink-0" />
            <div className="grid min-w-0 gap-1">
              <p className={clsx("font-semibold text-sm", isCancelled ? "text-danger" : "text-warn")}>
                {isCancelled ? copy.cancelled : copy.moved}
              </p>
              <p dir="auto" className="wrap-anywhere font-semibold text-lg">
                {copy.testOf(subject, [className, sections.join(", ")].join(" ").trim())}
              </p>
              <p className="figures">
                <time dateTime={testDate}>{shownDay(testDate)}</time>, <Time at={testTime} />
              </p>
              <p className="wrap-anywhere text-ink-soft text-sm">{note}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
