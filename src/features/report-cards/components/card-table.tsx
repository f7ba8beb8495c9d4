import { clsx } from "clsx";
import { copy } from "../messages";
import { shownCell } from "../rules-table";
import type { CardContent } from "../schema-content";

const cell = "border-line border-b px-2.5 py-2.5 first:ps-0 last:pe-0";
const number = "figures text-end";
const fromSm = "hidden sm:table-cell";

type Content = Pick<CardContent, "columns" | "rows" | "sums" | "overall">;

const markIn = (mark: Content["rows"][number]["cells"][number] | undefined, column: Content["columns"][number]) =>
  shownCell(mark ?? null, column) || "–";

const titleOf = ({ name, total }: Content["columns"][number]) =>
  total === null ? name : `${name} (${copy.outOf(total)})`;

/** The marks of a card as printed; a narrow screen puts single exams below their subject. */
export function CardTable({ content, label }: { content: Content; label: string }) {
  const { columns, rows, sums, overall } = content;
  return (
    <table aria-label={label} className="w-full border-collapse text-sm">
      <thead>
        <tr className="text-ink-soft text-xs">
          <th scope="col" className={clsx(cell, "text-start font-semibold")}>
            {copy.subject}
          </th>
          {columns.map(({ name, total }) => (
            <th key={name} scope="col" className={clsx(cell, number, fromSm, "align-bottom font-semibold")}>
              <span className="wrap-anywhere">{name}</span>
              {total !== null && <span className="block font-normal">{copy.outOf(total)}</span>}
            </th>
          ))}
          <th scope="col" className={clsx(cell, number, "font-semibold")}>
            {copy.percent}
          </th>
          <th scope="col" className={clsx(cell, number, "font-semibold")}>
            {copy.grade}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ subject, cells, percent, grade }) => (
          <tr key={subject}>
            <th scope="row" className={clsx(cell, "wrap-anywhere text-start font-semibold")}>
              {subject}
              {columns.map((column, index) => (
                <span key={column.name} className="figures block font-normal text-ink-soft text-xs sm:hidden">
                  {`${titleOf(column)}: ${markIn(cells[index], column)}`}
                </span>
              ))}
            </th>
            {columns.map((column, index) => (
              <td key={column.name} className={clsx(cell, number, fromSm)}>
                {markIn(cells[index], column)}
              </td>
            ))}
            <td className={clsx(cell, number)}>{percent ?? "–"}</td>
            <td className={clsx(cell, number, "font-semibold")}>{grade ?? "–"}</td>
          </tr>
        ))}
      </tbody>
      {overall && (
        <tfoot>
          <tr className="border-ink border-t-2 font-semibold">
            <th scope="row" className="py-2.5 text-start">
              {copy.allSubjects}
            </th>
            {columns.map(({ name }, index) => (
              <td key={name} className={clsx(number, fromSm, "px-2.5")}>
                {sums[index]}
              </td>
            ))}
            <td className={clsx(number, "px-2.5")}>{overall.percent}</td>
            <td className={clsx(number, "ps-2.5")}>{overall.grade}</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}
