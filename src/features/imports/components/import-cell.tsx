import { clsx } from "clsx";
import { shownDate } from "@/lib/dates";
import { screens as copy } from "../messages-screens";
import type { CellView, Field } from "../schema";

export const box = "h-10 border-line px-2.25 py-0.5 first:ps-3.25 last:pe-3.25 group-not-last:border-b";

const isFigure = (field: Field) =>
  ["admissionNo", "bornOn", "className", "rollNo"].includes(field) || field.endsWith("Phone");

function shown(field: Field, text: string): string {
  return field === "bornOn" && /^\d{4}-\d{2}-\d{2}$/.test(text) ? shownDate(text) : text;
}

/** The fields of a guardian share a column, so that a list with both parents fits the screen. */
export type Column = { head: string; fields: Field[] };

export function columnsOf(fields: readonly Field[]): Column[] {
  const columns = new Map<string, Column>();
  for (const field of fields) {
    const group = /^guardian\d/.exec(field)?.[0];
    const column = columns.get(group ?? field);
    if (column) column.fields.push(field);
    else
      columns.set(group ?? field, {
        head: copy.heads[group === "guardian2" ? "guardian2Name" : group ? "guardian1Name" : field],
        fields: [field],
      });
  }
  return [...columns.values()];
}

type CellProps = { column: Column; cellOf: (field: Field) => CellView };

export function Cell({ column: { fields }, cellOf }: CellProps) {
  const [field] = fields;
  if (fields.length === 1 && field) return <OneField field={field} cell={cellOf(field)} />;
  const filled = fields.filter((one) => cellOf(one).text || cellOf(one).fault || cellOf(one).was);
  const isFaulty = filled.some((one) => cellOf(one).fault);
  return (
    <td className={clsx(box, isFaulty && "border border-danger bg-danger-soft")}>
      {filled.map((one, line) => {
        const cell = cellOf(one);
        return (
          <span
            key={one}
            className={clsx("block max-w-36 truncate", line > 0 && "text-ink-soft text-xs", isFigure(one) && "figures")}
            title={cell.text}
          >
            {cell.fault ? <Faulty cell={cell} /> : <Value field={one} cell={cell} />}
            <Note cell={cell} />
          </span>
        );
      })}
    </td>
  );
}

function OneField({ field, cell }: { field: Field; cell: CellView }) {
  if (cell.fault)
    return (
      <td className={clsx(box, "border border-danger bg-danger-soft", isFigure(field) && "figures")}>
        <Faulty cell={cell} />
      </td>
    );
  return (
    <td
      className={clsx(
        box,
        field === "name" ? "wrap-anywhere min-w-40 font-semibold [&_s]:block" : "whitespace-nowrap",
        isFigure(field) && "figures",
      )}
    >
      <Value field={field} cell={cell} />
      <Note cell={cell} />
    </td>
  );
}

function Note({ cell: { note } }: { cell: CellView }) {
  return note && <span className="block max-w-36 whitespace-normal font-normal text-xs">{note}</span>;
}

function Faulty({ cell: { text, fault } }: { cell: CellView }) {
  return (
    <span className="text-danger">
      <span className="block max-w-52 truncate font-semibold" title={text}>
        {text || copy.empty}
      </span>
      <span className="block w-max max-w-44 whitespace-normal text-xs">{fault}</span>
    </span>
  );
}

/** A value; a changed one with the old value struck through. */
export function Value({ field, cell: { text, was } }: { field: Field; cell: CellView }) {
  if (was === undefined) return shown(field, text);
  return (
    <>
      {was !== null && (
        <>
          <span className="sr-only">{copy.before}</span>{" "}
          <s className="font-normal text-ink-soft">{shown(field, was)}</s>{" "}
        </>
      )}
      <span className="font-semibold text-accent">{shown(field, text)}</span>
    </>
  );
}
