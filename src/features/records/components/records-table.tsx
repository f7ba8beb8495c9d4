import { clsx } from "clsx";
import type { ReactNode } from "react";
import { headStyle, tableStyle } from "@/components/table/table-style";

/** A column with its heading and its width on a wide screen; `silent` if its buttons explain themselves. */
export type Column = { name: string; width?: string; silent?: boolean };

/** On a phone the cells of a row flow, and those that take its whole width come one below the other. */
export const rowStyle =
  "group border-line hover:bg-paper max-md:flex max-md:flex-wrap max-md:gap-x-2 max-md:px-3.25 max-md:py-2.5 max-md:not-last:border-b";
export const cellStyle =
  "border-line md:px-2.25 md:py-0.5 md:first:ps-3.25 md:last:pe-3.25 md:group-not-last:border-b max-md:min-w-0";

type RecordsTableProps = {
  label: string;
  columns: readonly Column[];
  /** One or several bodies. */
  children: ReactNode;
};

/** A table on wide screens, whose columns keep their widths; on narrow ones each row stacks its cells. */
export function RecordsTable({ label, columns, children }: RecordsTableProps) {
  return (
    <table aria-label={label} className={clsx(tableStyle, "relative max-md:block md:table-fixed")}>
      <thead className="max-md:sr-only">
        <tr>
          {columns.map(({ name, width, silent }) => (
            <th key={name} scope="col" className={clsx(headStyle, width)}>
              <span className={clsx(silent && "sr-only")}>{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  );
}
