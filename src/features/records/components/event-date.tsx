import type { ReactNode } from "react";

type EventDateProps = { title: string; columns: number; children: ReactNode };

/** The events of a date, below a row with the date. */
export function EventDate({ title, columns, children }: EventDateProps) {
  return (
    <tbody className="group/date max-md:block">
      <tr className="max-md:block">
        <th
          scope="rowgroup"
          colSpan={columns}
          className="h-8 border-line border-b bg-paper px-3.25 text-start font-semibold text-ink-soft text-xs group-not-first-of-type/date:border-t max-md:flex max-md:items-center max-md:group-first-of-type/date:rounded-t-md"
        >
          {title}
        </th>
      </tr>
      {children}
    </tbody>
  );
}
