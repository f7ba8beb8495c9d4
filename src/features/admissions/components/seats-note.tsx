import { seatsWarning } from "../rules-desk";
import type { SubmissionState } from "../schema";
import type { DeskRowView } from "../schema-desk";

type SeatsNoteProps = { rows: readonly DeskRowView[]; to: SubmissionState | "" };

/** Warns of a step that gives more places than there are free seats. */
export function SeatsNote({ rows, to }: SeatsNoteProps) {
  return (
    <p aria-live="polite" className="figures font-semibold text-sm text-warn empty:hidden">
      {seatsWarning(rows, to)}
    </p>
  );
}
