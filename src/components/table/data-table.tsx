"use client";

import { clsx } from "clsx";
import { ArrowDown, ArrowUp, ChevronRight } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { Link } from "../ui/link";
import { useAddress } from "./address";
import { ChoiceLink } from "./choice-link";
import { tableStyle } from "./table-style";
import { Tick } from "./tick";
import type { Ticks } from "./ticks";
import type { Stale } from "./use-last";

/** From which width on a column is shown; paper always shows it. On a phone a row is its name, one soft line and one badge. */
const widths = {
  md: "hidden md:table-cell print:table-cell",
  lg: "hidden lg:table-cell print:table-cell",
  xl: "hidden xl:table-cell print:table-cell",
} as const;

export type Column<Row> = {
  name: string;
  /** The value of `sort` in the address. */
  sort?: string;
  numeric?: boolean;
  from?: keyof typeof widths;
  cell: (row: Row) => ReactNode;
};

type DataTableProps<Row> = {
  label: string;
  /** Columns before and after the name, in order. */
  before?: readonly Column<Row>[];
  name: {
    head: string;
    sort?: string;
    of: (row: Row) => string;
    show?: (row: Row) => ReactNode;
    href: (row: Row) => string;
  };
  /** The muted line below the name on a phone. */
  line: (row: Row) => string;
  after: readonly Column<Row>[];
  rows: readonly (Row & { _id: string })[];
  /** How the rows are sorted if the address does not say. */
  sorted?: string;
  menu?: (row: Row) => ReactNode;
  /** Set while the rows still belong to the previous choice. */
  stale: Stale;
  ticks: Pick<Ticks<Row & { _id: string }>, "has" | "set">;
  /** Whether a row can be ticked; by default all can. */
  mayTick?: (row: Row) => boolean;
};

const head =
  "sticky top-0 z-10 h-9 border-line md:border-b print:border-b max-md:content-center bg-surface px-2.25 font-semibold text-xs whitespace-nowrap first:rounded-ss-md first:ps-3.25 last:rounded-se-md last:pe-3.25";
/** On a phone the name gets all the room that the badge leaves. */
const tableRow =
  "group relative border-line max-md:flex max-md:min-h-15 max-md:items-center max-md:not-last:border-b print:table-row";
const cell =
  "border-line px-2.25 py-1 leading-snug first:ps-3.25 last:pe-3.25 max-md:shrink-0 md:h-10 md:group-not-last:border-b print:border-b";

/** A table of people or things whose order and rows the server decides. On a phone it is a list of names. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, before = [], name, line, after, rows, sorted = "", menu, stale, ticks, mayTick = () => true } = props;
  const tickable = rows.filter(mayTick);
  const ticked = tickable.filter((row) => ticks.has(row)).length;
  return (
    <table
      aria-label={label}
      aria-busy={stale === "coming" || undefined}
      onKeyDown={moveBetweenRows}
      className={clsx(tableStyle, "relative max-md:block print:table")}
    >
      {/* On a phone it is shown while its tick or a sort link has the focus. */}
      <thead className="max-md:sr-only max-md:focus-within:not-sr-only max-md:block print:not-sr-only print:table-header-group">
        <tr className="max-md:flex max-md:items-center max-md:border-line max-md:border-b print:table-row print:border-b-0">
          <th scope="col" className={clsx(head, "w-9 pe-0 text-start print:hidden")}>
            {tickable.length > 0 && (
              <Tick
                label="All rows of this page"
                checked={ticked === tickable.length}
                some={ticked > 0 && ticked < tickable.length}
                onChange={(all) => ticks.set(tickable, all)}
              />
            )}
          </th>
          {before.map((column) => (
            <Head key={column.name} {...column} sorted={sorted} />
          ))}
          <Head name={name.head} {...(name.sort && { sort: name.sort })} sorted={sorted} />
          {after.map((column) => (
            <Head key={column.name} {...column} sorted={sorted} />
          ))}
          {menu && (
            <th scope="col" className={clsx(head, "w-12 print:hidden")}>
              <span className="sr-only">More</span>
            </th>
          )}
        </tr>
        {stale === "coming" && (
          <tr aria-hidden>
            <td className="absolute inset-x-0 top-9 h-0.5 animate-breathe bg-accent" />
          </tr>
        )}
      </thead>
      <tbody className={clsx("max-md:block print:table-row-group", stale && "opacity-60")}>
        {rows.map((row) => {
          return (
            <tr key={row._id} className={clsx(tableRow, ticks.has(row) ? "bg-accent-soft" : "hover:bg-paper")}>
              <td className={clsx(cell, "pe-0 print:hidden")}>
                {/* On a phone the name covers the row; the tick lies above it. */}
                {mayTick(row) && (
                  <span className="relative z-1">
                    <Tick
                      label={`Select ${name.of(row)}`}
                      checked={ticks.has(row)}
                      onChange={(one) => ticks.set([row], one)}
                    />
                  </span>
                )}
              </td>
              {before.map((column) => (
                <Cell key={column.name} column={column} row={row} />
              ))}
              {/* The widest column shrinks first. */}
              <th
                scope="row"
                className={clsx(
                  cell,
                  "text-start font-normal max-md:min-w-0 max-md:flex-1 md:w-full md:max-w-0 print:w-auto print:max-w-none",
                )}
              >
                <Link
                  href={name.href(row)}
                  title={name.of(row)}
                  data-row-link=""
                  className="line-clamp-2 wrap-anywhere rounded-sm print:line-clamp-none print:wrap-break-word font-semibold hover:text-accent hover:underline focus-visible:outline-offset-1 max-md:after:absolute max-md:after:inset-0"
                >
                  {name.show?.(row) ?? name.of(row)}
                </Link>
                <span className="block truncate text-ink-soft text-xs md:hidden print:hidden">{line(row)}</span>
              </th>
              {after.map((column) => (
                <Cell key={column.name} column={column} row={row} />
              ))}
              {menu && (
                <td className={clsx(cell, "whitespace-nowrap text-end print:hidden")}>
                  <span className="max-md:hidden">{menu(row)}</span>
                  <ChevronRight aria-hidden className="inline size-5 text-ink-soft md:hidden" />
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Head({ name, sort, numeric, from, sorted }: Omit<Column<never>, "cell"> & { sorted: string }) {
  const { choices } = useAddress();
  const current = choices.sort || sorted;
  const [isUp, isDown] = [current === sort, current === `-${sort}`];
  const Arrow = isDown ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      aria-sort={sort && (isUp || isDown) ? (isUp ? "ascending" : "descending") : undefined}
      className={clsx(head, numeric ? "text-end" : "text-start", from && widths[from])}
    >
      {sort ? (
        <ChoiceLink
          changes={{ sort: isUp ? `-${sort}` : sort }}
          className="-mx-1 inline-flex min-h-7.5 items-center gap-1 rounded-sm px-1 hover:text-accent focus-visible:outline-offset-1"
        >
          {name}
          {(isUp || isDown) && <Arrow aria-hidden className="size-3.5" />}
        </ChoiceLink>
      ) : (
        name
      )}
    </th>
  );
}

function Cell<Row>({ column: { numeric, from, cell: show }, row }: { column: Column<Row>; row: Row }) {
  return (
    <td
      className={clsx(
        cell,
        "whitespace-nowrap print:whitespace-normal",
        numeric && "figures text-end",
        from && widths[from],
      )}
    >
      {show(row)}
    </td>
  );
}

/** The keys up and down move from name to name while one of them has the focus; Enter opens it. */
function moveBetweenRows(event: KeyboardEvent<HTMLTableElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row-link]")];
  const at = event.target instanceof HTMLElement ? links.indexOf(event.target) : -1;
  if (step === undefined || at < 0) return;
  event.preventDefault();
  links[at + step]?.focus();
}
