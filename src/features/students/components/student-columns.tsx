import { clsx } from "clsx";
import type { Column } from "@/components/table/data-table";
import { shownPercentage } from "@/lib/grades";
import { screens as copy } from "../messages-screens";
import { placeOf } from "../rules";
import type { StudentRowView } from "../schema-list";
import { LoginBadge } from "./login-badge";

const { heads } = copy;
const soft = (text: string | null) => <span className="text-ink-soft text-xs">{text ?? copy.nothing}</span>;

const noneLinked = <span className="text-warn">{copy.guardians.missing}</span>;

/** The first word that is neither a title nor an initial. */
const firstNameOf = (name: string) => name.split(" ").find((word) => word.length > 2 && !word.endsWith(".")) ?? name;

/** The column before the name. */
export const rollColumn: Column<StudentRowView> = {
  name: heads.roll,
  sort: "roll",
  numeric: true,
  from: "md",
  cell: (row) => <span className="text-ink-soft">{row.rollNo ?? copy.nothing}</span>,
};

/** The columns after the name. */
export const columns: Column<StudentRowView>[] = [
  { name: heads.admission, sort: "admission", from: "lg", cell: (row) => soft(row.admissionNo) },
  {
    name: heads.class,
    from: "md",
    cell: (row) => placeOf(row) ?? soft(row.proposedClass ? copy.proposes(row.proposedClass) : null),
  },
  {
    name: heads.login,
    cell: ({ login }) => (
      // On a phone, show only the states that need attention.
      <span className={clsx(login === "active" && "max-md:hidden print:inline")}>
        {login === "none" ? soft(copy.logins.none) : <LoginBadge login={login} />}
      </span>
    ),
  },
  {
    name: heads.guardians,
    from: "xl",
    cell: ({ guardians, standing }) => (
      <span
        title={guardians.join(", ")}
        className="block max-w-40 truncate text-xs print:max-w-none print:whitespace-normal"
      >
        {guardians.map(firstNameOf).join(", ") || (standing === "left" ? copy.nothing : noneLinked)}
      </span>
    ),
  },
  {
    name: heads.last,
    sort: "lastResult",
    from: "lg",
    cell: ({ lastResult }) => (
      <span
        title={lastResult?.exam ?? undefined}
        className="block max-w-40 truncate text-xs print:max-w-none print:whitespace-normal"
      >
        {lastResult ? lastResult.subject || lastResult.exam || copy.result : copy.nothing}
      </span>
    ),
  },
  {
    name: heads.percent,
    numeric: true,
    from: "lg",
    cell: ({ lastResult }) => (lastResult ? shownPercentage(lastResult.percentage) : copy.nothing),
  },
];

/** The secondary line under a name on a phone. */
export function lineOf(row: StudentRowView): string {
  const place = placeOf(row) ?? (row.state === "left" ? copy.left : copy.notPlaced);
  const roll = row.rollNo && copy.roll(row.rollNo);
  const { lastResult } = row;
  return [place, roll, lastResult && shownPercentage(lastResult.percentage)].filter(Boolean).join(" · ");
}
