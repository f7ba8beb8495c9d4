import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Col } from "@/components/table/col";
import { copy } from "../messages";
import { cardScreens as screens } from "../messages-cards";
import { outOf, shownCell } from "../rules-table";
import type { CardCell, CardContent } from "../schema-content";

const cell = "px-2.5 py-2.5 first:ps-0 last:pe-0";
const number = "figures text-end";
const fromSm = "hidden sm:table-cell in-data-many:print:hidden";
const line = "border-line border-b";
const group = "max-sm:[&>tr:last-child>*]:pb-2.5";

/** More exams than this do not fit beside each other on paper. */
const mostOnPaper = 4;

type Content = Pick<CardContent, "columns" | "rows" | "sums" | "overall">;

const has = (sum: number | null | undefined) => typeof sum === "number";

type MarkProps = {
  mark: CardCell | undefined;
  /** The column, if its heading has the total; otherwise the mark shows it. */
  column?: Content["columns"][number];
};

/** A mark, or why there is none. */
function Mark({ mark, column }: MarkProps) {
  if (mark?.kind === "scored") return column ? shownCell(mark, column) : `${mark.score} / ${mark.total}`;
  return <span className="font-normal text-ink-soft text-xs">{mark ? screens.noMark[mark.kind] : screens.noExam}</span>;
}

/** The marks of a card as printed; on a narrow screen, or if there are many on paper, each exam has a line below its subject. */
export function CardTable({ content, label }: { content: Content; label: string }) {
  const { columns, rows } = content;
  return (
    // With large letters it is wider than a phone.
    <div data-many={columns.length > mostOnPaper || undefined} className="overflow-x-auto print:overflow-visible">
      <table aria-label={label} className="w-full border-collapse text-sm">
        <thead>
          <tr className={clsx(line, "text-ink-soft text-xs")}>
            <Col className={clsx(cell, "text-start font-semibold")}>{copy.subject}</Col>
            {columns.map(({ name, total }) => (
              <Col key={name} className={clsx(cell, number, fromSm, "align-bottom font-semibold")}>
                <span className="wrap-anywhere">{name}</span>
                {total !== null && <span className="block font-normal">{copy.outOf(total)}</span>}
              </Col>
            ))}
            <Col className={clsx(cell, number, "font-semibold")}>{copy.percent}</Col>
            <Col className={clsx(cell, number, "font-semibold")}>{copy.grade}</Col>
          </tr>
        </thead>
        {rows.map(({ subject, cells, percent, grade }) => (
          <tbody key={subject} className={clsx(line, group)}>
            <tr className="max-sm:[&>*]:pb-1">
              <th scope="row" className={clsx(cell, "wrap-anywhere text-start font-semibold")}>
                {subject}
              </th>
              {columns.map((column, index) => (
                <td key={column.name} className={clsx(cell, number, fromSm)}>
                  <Mark mark={cells[index]} column={column} />
                </td>
              ))}
              <td className={clsx(cell, number)}>{percent ?? "–"}</td>
              <td className={clsx(cell, number, "font-semibold")}>{grade ?? "–"}</td>
            </tr>
            {columns.map(({ name }, index) => (
              <ExamLine key={name} name={name}>
                <Mark mark={cells[index]} />
              </ExamLine>
            ))}
          </tbody>
        ))}
        <AllSubjects {...content} />
      </table>
    </div>
  );
}

/** An exam and its mark below the subject: the columns are those of the subject. */
function ExamLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <tr className="text-ink-soft text-xs sm:hidden in-data-many:print:table-row">
      <td colSpan={3} className="wrap-anywhere py-0.5 text-start">
        {screens.markOf(name)} <span className="figures whitespace-nowrap font-semibold text-ink">{children}</span>
      </td>
    </tr>
  );
}

function AllSubjects({ columns, rows, sums, overall }: Content) {
  if (!overall) return null;
  const of = (column: number) => copy.outOf(outOf(rows, column));
  return (
    <tfoot className={group}>
      <tr className="border-ink border-t-2 align-top font-semibold max-sm:[&>*]:pb-1">
        <th scope="row" className={clsx(cell, "text-start")}>
          {copy.allSubjects}
        </th>
        {columns.map(({ name }, index) => (
          <td key={name} className={clsx(cell, number, fromSm)}>
            {sums[index] ?? "–"}
            {has(sums[index]) && <span className="block font-normal text-ink-soft text-xs">{of(index)}</span>}
          </td>
        ))}
        <td className={clsx(cell, number)}>{overall.percent}</td>
        <td className={clsx(cell, number)}>{overall.grade}</td>
      </tr>
      {columns.map(({ name }, index) => (
        <ExamLine key={name} name={name}>
          {has(sums[index]) ? `${sums[index]} ${of(index)}` : "–"}
        </ExamLine>
      ))}
    </tfoot>
  );
}
