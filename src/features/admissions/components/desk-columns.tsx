import { clsx } from "clsx";
import type { Column } from "@/components/table/data-table";
import { Badge } from "@/components/ui/badge";
import { Moment } from "@/components/ui/clock";
import { shownDateHere } from "@/content/institute";
import { deskCopy as copy } from "../messages-desk";
import { initialsOf } from "../rules-desk";
import type { DeskRowView } from "../schema-desk";
import { DueMark } from "./due-mark";
import { StateBadge } from "./state-badge";

const { heads } = copy;

/** The columns after the child's name. @param at when the rows were loaded */
export const columnsAt = (at: Date): Column<DeskRowView>[] => [
  {
    name: heads.parent,
    from: "lg",
    cell: ({ parentName }) => (
      <span
        title={parentName}
        className="block max-w-44 truncate print:max-w-none print:whitespace-normal text-ink-soft text-xs"
      >
        {parentName}
      </span>
    ),
  },
  {
    name: heads.class,
    numeric: true,
    from: "md",
    cell: ({ selectedClass, givenClass }) => givenClass ?? selectedClass,
  },
  {
    name: heads.date,
    sort: "date",
    from: "xl",
    cell: ({ createdAt }) => (
      <span className="text-ink-soft text-xs">
        <span className="print:hidden">
          <Moment at={createdAt} />
        </span>
        <span className="hidden whitespace-nowrap print:inline">{shownDateHere(createdAt)}</span>
      </span>
    ),
  },
  {
    name: heads.state,
    cell: ({ state, hasWritten }) => (
      <span className="flex flex-wrap gap-1">
        {/* On a phone there is room for only one of them. */}
        <span className={clsx(hasWritten && "max-md:hidden print:block")}>
          <StateBadge state={state} />
        </span>
        {hasWritten && <Badge tone="warning">{copy.hasWritten}</Badge>}
      </span>
    ),
  },
  { name: heads.due, sort: "due", from: "md", cell: (row) => <DueMark row={row} at={at} /> },
  {
    name: heads.with,
    from: "lg",
    cell: ({ assignedTo }) =>
      assignedTo ? (
        <span
          title={assignedTo.name}
          className="inline-grid size-7.5 place-items-center rounded-full bg-accent-soft font-semibold text-accent text-xs print:contents"
        >
          <span className="sr-only print:not-sr-only">{assignedTo.name}</span>
          <span aria-hidden className="print:hidden">
            {initialsOf(assignedTo.name)}
          </span>
        </span>
      ) : (
        <span className="text-ink-soft">{copy.nothing}</span>
      ),
  },
];
