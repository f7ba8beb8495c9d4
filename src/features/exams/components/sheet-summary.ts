import { type CellFault, isChanged, readCells } from "../rules-cells";
import { isToRelease } from "../rules-sheet";
import { type Statistics, statisticsOf } from "../rules-statistics";
import type { SheetRow } from "./sheet-rows";

/** The summary of a sheet by its cells. */
export type SheetSummary = {
  students: number;
  /** With a mark. */
  entered: number;
  absent: number;
  excused: number;
  /** Without a mark, and neither absent nor excused. */
  missing: number;
  /** All have a saved mark, or are absent or excused. */
  isComplete: boolean;
  /** Saved marks that are not released. */
  unreleased: number;
  statistics: Statistics | null;
  /** What needs attention. */
  toSettle: { id: string; name: string; rollNo: string | null; why: CellFault | "two" | "refused" }[];
};

/** Summarizes the rows of participants. An invalid cell counts with the server's value. */
export function summaryOf(all: readonly SheetRow[], totalMarks: number): SheetSummary {
  const rows = all.filter(({ saved }) => !saved.isExempt);
  const marks = rows.map(({ typed, saved }) => {
    const read = readCells(typed, totalMarks);
    return "mark" in read ? read.mark : saved.mark;
  });
  const of = (kind: "absent" | "excused") => marks.filter((mark) => mark?.kind === kind).length;
  const scores = marks.flatMap((mark) => (mark?.kind === "scored" ? [mark.score] : []));
  return {
    students: rows.length,
    entered: scores.length,
    absent: of("absent"),
    excused: of("excused"),
    missing: marks.filter((mark) => mark === null).length,
    isComplete: rows.length > 0 && rows.every(({ saved }) => saved.mark !== null),
    unreleased: rows.filter(({ saved }) => saved.mark !== null && isToRelease(saved)).length,
    statistics: statisticsOf(scores, totalMarks),
    toSettle: rows.flatMap((row) => {
      const why = whyOf(row, totalMarks);
      const { studentId: id, name, rollNo } = row.saved;
      return why ? [{ id, name, rollNo, why }] : [];
    }),
  };
}

function whyOf({ typed, saved, mine, notTaken }: SheetRow, totalMarks: number) {
  if (mine) return "two" as const;
  if (notTaken && isChanged(typed, saved, totalMarks)) return "refused" as const;
  const read = readCells(typed, totalMarks);
  return "fault" in read ? read.fault : null;
}
