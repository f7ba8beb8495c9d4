import { institute } from "@/content/institute";
import { shownMoment } from "@/lib/dates";

/** A moment on the institute's clocks. */
export function Moment({ at }: { at: Date }) {
  return (
    <time dateTime={at.toISOString()} className="figures">
      {shownMoment(at, institute.timeZone)}
    </time>
  );
}
