import { useClock } from "@/components/ui/clock";
import { institute } from "@/content/institute";
import { shownMinute } from "@/lib/dates";

/** The time of the day of a moment whose date is shown beside it. */
export function Minute({ at }: { at: Date }) {
  const clock = useClock();
  return (
    <time dateTime={at.toISOString()} className="figures">
      {shownMinute(at, institute.timeZone, clock)}
    </time>
  );
}
