import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { screens as copy } from "../messages-screens";
import { shownMark } from "../rules-marks";
import type { SheetRowView } from "../schema-sheet";

type SheetExemptionsProps = {
  rows: readonly SheetRowView[];
  subject: string;
  /** The rows belong to several sections. */
  hasSections: boolean;
  isReadOnly: boolean;
  mayCorrect: boolean;
  onTakes: (studentId: string) => void;
};

/** Students who do not take the subject this year, with what their families see of this exam. */
export function SheetExemptions({ rows, subject, hasSections, isReadOnly, mayCorrect, onTakes }: SheetExemptionsProps) {
  const exempt = rows.filter(({ isExempt }) => isExempt);
  if (exempt.length === 0) return null;
  const title = copy.exemptions(subject);
  return (
    <section aria-label={title} className="mt-4 grid gap-2">
      <h2 className="text-lg">{title}</h2>
      <ul className="rounded-md border border-line bg-surface">
        {exempt.map(({ studentId, name, section, rollNo, mark, remark, isReleased, told }) => (
          <li
            key={studentId}
            data-student={studentId}
            className="flex min-h-10 items-center gap-4.5 border-line px-3.25 py-1 text-sm not-last:border-b"
          >
            <span className="figures w-8.5 shrink-0 text-end text-ink-soft">{rollNo ?? copy.nothing}</span>
            <span className="min-w-0 grow">
              <span title={name} className="block truncate font-semibold">
                {name}
                {hasSections && section && <span className="font-normal text-ink-soft"> {section}</span>}
              </span>
              {(isReleased || told) && (
                <span className="wrap-anywhere figures flex flex-wrap gap-x-2 text-ink-soft text-xs">
                  <span>{[shownMark(mark), remark].filter(Boolean).join(" · ")}</span>
                  {isReleased && mayCorrect && (
                    <Link href={`/admin/students/${studentId}`} className="link rounded-sm">
                      {copy.correctThere}
                    </Link>
                  )}
                </span>
              )}
            </span>
            {!isReadOnly && (
              <Button variant="quiet" size="small" onClick={() => onTakes(studentId)}>
                {copy.takes}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
