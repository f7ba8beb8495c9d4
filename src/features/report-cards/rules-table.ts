import { gradeFor, percentageOf, shownPercentage } from "@/lib/grades";
import { groupBy } from "@/lib/group-by";
import { byName } from "@/lib/roll-order";
import { subjectKey } from "@/lib/subject-key";
import type { CardCell, CardContent } from "./schema-content";

/** The fields of an exam for a card. */
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

/** The content of a card that is computed from marks. */
export type CardTable = Pick<CardContent, "columns" | "rows" | "sums" | "overall"> & {
  /** Missing marks. */
  missing: number;
};

type TableOf = {
  exams: readonly TableExam[];
  /** By exam id. */
  marks: ReadonlyMap<string, TableMark>;
  /** The ids of the exams on whose days the student was in the class. In the others, no mark is missing. */
  inClass: ReadonlySet<string>;
  section: string | null;
  /** Subjects that the student does not take. */
  exempt: ReadonlySet<string>;
};

// Marks have at most two decimals; integers of hundredths add up exactly.
const sum = (marks: number[]) => marks.reduce((total, mark) => total + Math.round(mark * 100), 0) / 100;

/** The name of an exam, as names are compared: exams of one name are a column. */
export const nameKey = ({ examName }: Pick<TableExam, "examName">) => subjectKey(examName);

/** True for one exam that two sections sat: a student who changed between them sat it once. */
const isSame = (one: TableExam, other: TableExam) =>
  one.subjectKey === other.subjectKey && nameKey(one) === nameKey(other) && one.examDate === other.examDate;

/** Exam names as columns, earliest first; those without a date last. */
function columnsOf(exams: readonly TableExam[]): TableExam[][] {
  const first = (column: TableExam[]) => column.map(({ examDate }) => examDate ?? "9").sort()[0] ?? "9";
  return [...groupBy(exams, nameKey).values()].sort(
    (one, other) => first(one).localeCompare(first(other)) || byText(one[0]?.examName, other[0]?.examName),
  );
}

/** The most columns that the card of a student can have with these exams, in a set of a section or of all of them. */
export function mostColumnsOf(
  exams: readonly Pick<TableExam, "examName" | "sections">[],
  section: string | null,
): number {
  // A student who has changed to the section can have sat exams of both.
  if (section !== null) return new Set(exams.map(nameKey)).size;
  const ofAll = exams.filter(({ sections }) => sections.length === 0);
  const sections = new Set(exams.flatMap((exam) => exam.sections));
  const named = [...sections].map((section) => exams.filter((exam) => exam.sections.includes(section)));
  const counts = [[], ...named].map((own) => new Set([...ofAll, ...own].map(nameKey)).size);
  return Math.max(...counts);
}

const byText = (one = "", other = "") => byName(one, other);

/** A student's sum for a column and subject; absent and excused do not count. */
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

/** Percentage, grade and label; null if nothing counts. */
function gradeOf(cells: readonly CardCell[]) {
  const counted = scoredOf(cells);
  const [score, total] = [sum(counted.map((one) => one.score)), sum(counted.map((one) => one.total))];
  if (total === 0) return null;
  return { score, total, percent: shownPercentage(percentageOf(score, total)), ...gradeFor(score, total) };
}

/** The table of a student: exams of one name are a column, subjects are rows. */
export function tableOf({ exams, marks, inClass, section, exempt }: TableOf): CardTable {
  const isOfSection = ({ sections }: TableExam) =>
    sections.length === 0 || (section !== null && sections.includes(section));
  const satElsewhere = exams.filter((exam) => marks.has(exam.id) && !isOfSection(exam));
  const isExpected = (exam: TableExam) => inClass.has(exam.id) && isOfSection(exam) && !exempt.has(exam.subjectKey);
  const isOf = (exam: TableExam) =>
    marks.has(exam.id) || (isExpected(exam) && !satElsewhere.some((sat) => isSame(sat, exam)));
  const taken = exams.filter(isOf);
  const columns = columnsOf(taken);
  const subjects = [...groupBy(taken, ({ subjectKey }) => subjectKey).values()].sort((one, other) =>
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

/** The highest possible sum of the marks that count in a column. */
export const outOf = (rows: CardContent["rows"], column: number): number =>
  sum(scoredOf(rows.map(({ cells }) => cells[column] ?? null)).map(({ total }) => total));

/** The text of a cell. If the total is the same for all, it is in the column's heading. */
export function shownCell(cell: CardCell, column: CardContent["columns"][number] | undefined): string {
  if (cell === null) return "";
  if (cell.kind === "missing") return "–";
  if (cell.kind !== "scored") return cell.kind === "absent" ? "AB" : "EX";
  return column?.total === null ? `${cell.score}/${cell.total}` : String(cell.score);
}
