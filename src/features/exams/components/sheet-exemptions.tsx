import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { screens as copy } from "../messages-screens";
import { shownMark } from "../rules-marks";
import type { SheetRowView } from "../schema-sheet";

type SheetExemptionsProps = {
  rows: readonly SheetRowView[];
  isReadOnly: boolean;
  mayCorrect: boolean;
  onTakes: (studentId: string) => void;
};

/** Students who do not take the subject this year, with what their families see of this exam. */
export function SheetExemptions({ rows, isReadOnly, mayCorrect, onTakes }: SheetExemptionsProps) {
  const exempt = rows.filter(({ isExempt }) => isExempt);
  if (exempt.length === 0) return null;
  return (
    <section aria-label={copy.exemptions} className="mt-4 grid gap-2">
      <h2 className="text-lg">{copy.exemptions}</h2>
      <ul className="rounded-md border border-line bg-surface">
        {exempt.map(({ studentId, name, rollNo, mark, remark, isReleased, told }) => (
          <li
            key={studentId}
            data-student={studentId}
            className="flex min-h-10 items-center gap-3 border-line px-3.25 py-1 text-sm not-last:border-b"
          >
            <span className="figures w-8 text-end text-ink-soft">{rollNo ?? copy.nothing}</span>
            <span className="min-w-0 grow">
              <span className="block truncate">{name}</span>
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
