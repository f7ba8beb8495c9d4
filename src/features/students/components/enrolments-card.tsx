import { dateHere } from "@/content/institute";
import { shownDate } from "@/lib/dates";
import { personScreens as copy } from "../messages-person";
import { screens } from "../messages-screens";
import { placeOf } from "../rules";
import type { StudentView } from "../schema";
import { SideCard } from "./facts";

/** The first day of a student in a class: "since" a past day, or "from" a coming one. */
export const sinceDay = ({ fromDay }: { fromDay: string }, today: string) =>
  (fromDay > today ? copy.from : copy.since)(shownDate(fromDay));

/** The classes of a student, newest first, with last day and reason. */
export function EnrolmentsCard({ enrolments }: Pick<StudentView, "enrolments">) {
  const today = dateHere(new Date());
  return (
    <SideCard id="enrolments" title={copy.enrolments}>
      {enrolments.length === 0 && <p className="text-ink-soft">{copy.noEnrolments}</p>}
      <ul className="grid grid-cols-1 gap-2">
        {enrolments.map((one) => (
          <li key={one._id} className="grid grid-cols-1">
            <span className="figures flex flex-wrap items-baseline gap-x-3">
              <span className="w-18 shrink-0 text-ink-soft">{one.year.label}</span>
              <span className="font-semibold">{screens.className(placeOf(one) ?? "")}</span>
              {one.rollNo && <span className="ms-auto text-xs">{copy.roll(one.rollNo)}</span>}
            </span>
            <span className="text-ink-soft text-xs">
              {one.toDay ? copy.span(shownDate(one.fromDay), shownDate(one.toDay)) : sinceDay(one, today)}
              {one.endReason && `, ${copy.ended[one.endReason]}`}
            </span>
          </li>
        ))}
      </ul>
    </SideCard>
  );
}
