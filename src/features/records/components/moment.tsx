import { institute } from "@/content/institute";
import { shownMoment } from "@/lib/dates";

/** A moment on the institute's clocks. */
export function Moment({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="figures">
      {shownMoment(iso, institute.timeZone)}
    </time>
  );
}
