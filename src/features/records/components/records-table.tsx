import { clsx } from "clsx";
import type { ReactNode } from "react";

/** A column with its heading; `silent` if its buttons explain themselves, `wide` for wide screens only. */
export type Column = { name: string; silent?: boolean; wide?: boolean };

type RecordsTableProps = {
  label: string;
  columns: readonly Column[];
  /** On narrow screens, each row is a card with buttons. */
  cards?: boolean;
  children: ReactNode;
};

/** A table on wide screens; on narrow ones its rows stack their cells. */
export function RecordsTable({ label, columns, cards = false, children }: RecordsTableProps) {
  return (
    <table aria-label={label} className="block w-full text-start md:table">
      <thead className="hidden md:table-header-group">
        <tr className="border-line border-b">
          {columns.map(({ name, silent, wide }) => (
            <th
              key={name}
              scope="col"
              className={clsx(
                "px-3 pb-3 text-start font-normal text-ink-soft text-sm xl:px-4",
                wide && "hidden xl:table-cell",
              )}
            >
              <span className={clsx(silent && "sr-only")}>{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={clsx("grid grid-cols-1 md:table-row-group", cards && "gap-3")}>{children}</tbody>
    </table>
  );
}
