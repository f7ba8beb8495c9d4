import { clsx } from "clsx";
import { CircleX, Equal, PencilLine, Plus } from "lucide-react";
import { Col } from "@/components/table/col";
import type { Stale } from "@/components/table/use-last";
import { Badge } from "@/components/ui/badge";
import type { RowState } from "@/lib/row-states";
import { screens as copy } from "../messages-screens";
import type { CellView, Field, RowsPage } from "../schema";
import { box, Cell, columnsOf, Value } from "./import-cell";

const states = {
  created: { tone: "success", Icon: Plus },
  updated: { tone: "accent", Icon: PencilLine },
  unchanged: { tone: "neutral", Icon: Equal },
  refused: { tone: "danger", Icon: CircleX },
} as const;

const head =
  "h-9 whitespace-nowrap border-line border-b px-2.25 text-start font-semibold text-xs first:ps-3.25 last:pe-3.25";
/** The rows with their changes: old values struck through beside the new ones, and errors in their cells. */
export function ImportRows({ page: { fields, items }, stale }: { page: RowsPage; stale: Stale }) {
  const columns = columnsOf(fields);
  if (items.length === 0) return <p className="py-4 text-ink-soft">{copy.noRows}</p>;
  return (
    <>
      <section
        aria-label={copy.titles.checked}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is scrolled by the keyboard, too
        tabIndex={0}
        className="overflow-x-auto rounded-md border border-line bg-surface max-md:hidden"
      >
        <table
          aria-label={copy.titles.checked}
          aria-busy={stale === "coming" || undefined}
          className={clsx("w-full border-separate border-spacing-0 text-sm", stale && "opacity-60")}
        >
          <thead>
            <tr>
              <Col className={head}>{copy.row}</Col>
              <Col className={head}>{copy.state}</Col>
              {columns.map((column) => (
                <Col key={column.head} className={head}>
                  {column.head}
                </Col>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map(({ no, state, cells }) => (
              <tr key={no} className="group">
                <td className={clsx(box, "figures text-ink-soft")}>{no}</td>
                <td className={box}>
                  <StateBadge state={state} />
                </td>
                {columns.map((column) => (
                  <Cell
                    key={column.head}
                    column={column}
                    cellOf={(field) => cells[fields.indexOf(field)] ?? { text: "" }}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <ul
        aria-label={copy.titles.checked}
        className={clsx("rounded-md border border-line bg-surface md:hidden", stale && "opacity-60")}
      >
        {items.map(({ no, state, cells }) => (
          <PhoneRow key={no} no={no} state={state} fields={fields} cells={cells} />
        ))}
      </ul>
    </>
  );
}

function StateBadge({ state }: { state: RowState }) {
  const { tone, Icon } = states[state];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {copy.rowStates[state]}
    </Badge>
  );
}

type PhoneRowProps = { no: number; state: RowState; fields: Field[]; cells: CellView[] };

function PhoneRow({ no, state, fields, cells }: PhoneRowProps) {
  const at = (field: Field) => cells[fields.indexOf(field)] ?? { text: "" };
  const name = at("name");
  const seat = [at("className").text, at("section").text].filter(Boolean).join(" ");
  const roll = at("rollNo");
  const changed = cells.flatMap((cell, index) =>
    cell.was !== undefined && fields[index] ? [{ field: fields[index], cell }] : [],
  );
  const faulty = cells.flatMap((cell, index) => (cell.fault && fields[index] ? [{ field: fields[index], cell }] : []));
  const noted = cells.flatMap((cell, index) => (cell.note && fields[index] ? [{ field: fields[index], cell }] : []));
  return (
    <li className="flex gap-3 border-line px-3.25 py-2 not-last:border-b">
      <span className="figures w-8 shrink-0 text-ink-soft text-xs leading-6">{no}</span>
      <div className="grid min-w-0 grow grid-cols-1 text-xs">
        <p className="wrap-anywhere font-semibold text-sm">{name.text || at("admissionNo").text}</p>
        <p className="figures text-ink-soft">{[seat, roll.text && `roll ${roll.text}`].filter(Boolean).join(" · ")}</p>
        {changed.map(({ field, cell }) => (
          <p key={field} className="wrap-anywhere">
            {copy.heads[field]}: <Value field={field} cell={cell} />
          </p>
        ))}
        {noted.map(({ field, cell }) => (
          <p key={field} className="wrap-anywhere text-ink-soft">
            {copy.heads[field]}
            {cell.text && ` “${cell.text}”`}: {cell.note}
          </p>
        ))}
        {faulty.map(({ field, cell }) => (
          <p key={field} className="wrap-anywhere text-danger">
            {copy.heads[field]}
            {cell.text && ` “${cell.text}”`}: {cell.fault}
          </p>
        ))}
      </div>
      <StateBadge state={state} />
    </li>
  );
}
