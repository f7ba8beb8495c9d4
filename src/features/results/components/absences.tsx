import { Badge } from "@/components/ui/badge";
import { dateHere } from "@/content/institute";
import { shownDate } from "@/lib/dates";
import { copy } from "../messages";
import { nameOf } from "../rules";
import type { AbsenceView } from "../schema";
import { Withdrawal } from "./corrections";

/** Exams without a mark, with the reason; renders nothing for none. */
export function Absences({ absences }: { absences: readonly AbsenceView[] }) {
  if (absences.length === 0) return null;
  return (
    <section className="grid grid-cols-1 gap-3 print:gap-2 print:text-sm">
      <div className="grid gap-1">
        <h2 className="text-xl print:text-lg">{copy.unmarked}</h2>
        <p className="text-ink-soft text-sm">{copy.unmarkedLead}</p>
      </div>
      <ul>
        {absences.map((absence) => (
          <li
            key={absence._id}
            className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-t py-4 last:border-b print:py-1"
          >
            <div className="min-w-0 grow basis-60">
              <p className="line-clamp-3 break-words font-semibold">{nameOf(absence)}</p>
              <p className="figures text-ink-soft text-sm">
                Class {absence.className}, {shownDate(absence.examDate ?? dateHere(absence.releasedAt))}
              </p>
              {absence.remark && <p className="break-words text-sm">{absence.remark}</p>}
              {absence.withdrawal && <Withdrawal {...absence.withdrawal} />}
            </div>
            <Badge tone="neutral">{copy.absences[absence.kind]}</Badge>
          </li>
        ))}
      </ul>
    </section>
  );
}
