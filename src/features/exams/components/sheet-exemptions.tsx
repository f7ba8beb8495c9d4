import { Button } from "@/components/ui/button";
import { screens as copy } from "../messages-screens";
import type { SheetRowView } from "../schema-sheet";

type SheetExemptionsProps = {
  rows: readonly SheetRowView[];
  isReadOnly: boolean;
  onTakes: (studentId: string) => void;
};

/** Students who do not take the subject this year. */
export function SheetExemptions({ rows, isReadOnly, onTakes }: SheetExemptionsProps) {
  const exempt = rows.filter(({ isExempt }) => isExempt);
  if (exempt.length === 0) return null;
  return (
    <section aria-label={copy.exemptions} className="mt-4 grid gap-2">
      <h2 className="text-lg">{copy.exemptions}</h2>
      <ul className="rounded-md border border-line bg-surface">
        {exempt.map(({ studentId, name, rollNo }) => (
          <li
            key={studentId}
            data-student={studentId}
            className="flex min-h-10 items-center gap-3 border-line px-3.25 py-1 text-sm not-last:border-b"
          >
            <span className="figures w-8 text-end text-ink-soft">{rollNo ?? copy.nothing}</span>
            <span className="min-w-0 grow truncate">{name}</span>
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
