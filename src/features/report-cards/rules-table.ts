import { gradeFor, percentageOf, shownPercentage } from "@/lib/grades";
import type { CardCell, CardContent } from "./schema-content";

/** An exam as a card takes it. */
export type TableExam = {
  id: string;
  subject: string;
  subjectKey: string;
  examName: string;
  examDate: string | null;
  totalMarks: number;
  sections: readonly string[];
};

/** The mark of a student in an exam. */
export type TableMark = { kind: "scored" | "absent" | "excused"; score: number | null };

/** What of a card is made of marks. */
export type CardTable = Pick<CardContent, "columns" | "rows" | "sums" | "overall"> & {
  /** Marks that are not there. */
  missing: number;
};

type TableOf = {
  exams: readonly TableExam[];
  /** By the id of the exam. */
  marks: ReadonlyMap<string, TableMark>;
  section: string | null;
  /** Subjects that the student does not take. */
  exempt: ReadonlySet<string>;
};

// Marks have two decimals at most; whole hundredths add up exactly.
const sum = (marks: number[]) => marks.reduce((total, mark) => total + Math.round(mark * 100), 0) / 100;

function groupsOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
}

const nameKey = ({ examName }: TableExam) => examName.toLowerCase();

/** Names of exams as columns, those of the earliest first; without a date last. */
function columnsOf(exams: readonly TableExam[]): TableExam[][] {
  const first = (column: TableExam[]) => column.map(({ examDate }) => examDate ?? "9").sort()[0] ?? "9";
  return groupsOf(exams, nameKey).sort(
    (one, other) => first(one).localeCompare(first(other)) || byText(one[0]?.examName, other[0]?.examName),
  );
}

const byText = (one = "", other = "") => one.localeCompare(other, "en", { numeric: true });

/** What a student has in the exams of a column and subject: marks add up, absent and excused count nowhere. */
function cellOf(exams: readonly TableExam[], marks: TableOf["marks"]): CardCell {
  if (exams.length === 0) return null;
  const known = exams.map(({ id, totalMarks }) => ({ totalMarks, ...(marks.get(id) ?? { kind: "missing" as const }) }));
  const scored = known.flatMap((one) => (one.kind === "scored" ? [one] : []));
  if (scored.length > 0)
    return {
      kind: "scored",
      score: sum(scored.map(({ score }) => score ?? 0)),
      total: sum(scored.map(({ totalMarks }) => totalMarks)),
    };
  const kind = (["absent", "excused"] as const).find((one) => known.some((mark) => mark.kind === one));
  return { kind: kind ?? "missing" };
}

const scoredOf = (cells: readonly CardCell[]) => cells.flatMap((cell) => (cell?.kind === "scored" ? [cell] : []));

/** Percentage, grade and label by the one rule; nothing where nothing counts. */
function gradeOf(cells: readonly CardCell[]) {
  const counted = scoredOf(cells);
  const [score, total] = [sum(counted.map((one) => one.score)), sum(counted.map((one) => one.total))];
  if (total === 0) return null;
  return { score, total, percent: shownPercentage(percentageOf(score, total)), ...gradeFor(score, total) };
}

/** The marks of a student: exams of one name are a column, subjects are rows. */
export function tableOf({ exams, marks, section, exempt }: TableOf): CardTable {
  const isOf = ({ id, sections, subjectKey }: TableExam) =>
    marks.has(id) ||
    (!exempt.has(subjectKey) && (sections.length === 0 || (section !== null && sections.includes(section))));
  const taken = exams.filter(isOf);
  const columns = columnsOf(taken);
  const subjects = groupsOf(taken, ({ subjectKey }) => subjectKey).sort((one, other) =>
    byText(one[0]?.subject, other[0]?.subject),
  );
  const rows = subjects.map((ofSubject) => {
    const cells = columns.map((column) =>
      cellOf(
        column.filter((exam) => ofSubject.includes(exam)),
        marks,
      ),
    );
    const grade = gradeOf(cells);
    return {
      subject: ofSubject[0]?.subject ?? "",
      cells,
      percent: grade?.percent ?? null,
      grade: grade?.grade ?? null,
    };
  });
  return {
    columns: columns.map((column) => {
      const totals = new Set(column.map(({ totalMarks }) => totalMarks));
      const [total = null] = totals;
      const isOne = totals.size === 1 && new Set(column.map(({ subjectKey }) => subjectKey)).size === column.length;
      return { name: column[0]?.examName ?? "", total: isOne ? total : null };
    }),
    rows,
    sums: columns.map((_, index) => {
      const counted = scoredOf(rows.map(({ cells }) => cells[index] ?? null));
      return counted.length === 0 ? null : sum(counted.map((one) => one.score));
    }),
    overall: gradeOf(rows.flatMap(({ cells }) => cells)),
    missing: taken.filter(({ id }) => !marks.has(id)).length,
  };
}

/** What a cell says. The total stands in the head of the column where it is one for all. */
export function shownCell(cell: CardCell, column: CardContent["columns"][number] | undefined): string {
  if (cell === null) return "";
  if (cell.kind === "missing") return "–";
  if (cell.kind !== "scored") return cell.kind === "absent" ? "AB" : "EX";
  return column?.total === null ? `${cell.score}/${cell.total}` : String(cell.score);
}
