import { ChevronRight } from "lucide-react";
import { Col } from "@/components/table/col";
import { tableStyle } from "@/components/table/table-style";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { leafOf, shownDate } from "@/lib/dates";
import { placeName } from "@/lib/place-name";
import { screens as copy } from "../messages-screens";
import type { SetsView } from "../schema";

type SetRow = SetsView["items"][number];

const head = "h-9 border-line border-b px-2.25 text-start font-semibold text-xs whitespace-nowrap";
const cell = "h-10 border-line px-2.25 group-not-last:border-b max-md:h-15";

/** The sets of a year; a row opens its sheet. */
export function SetsTable({ sets }: { sets: readonly SetRow[] }) {
  return (
    <table aria-label={copy.title} className={tableStyle}>
      <thead className="max-md:sr-only">
        <tr>
          <Col className={`${head} ps-3.25`}>{copy.heads.class}</Col>
          <Col className={head}>{copy.heads.period}</Col>
          <Col className={head}>{copy.heads.lastDay}</Col>
          <th scope="colgroup" colSpan={2} className={`${head} pe-3.25`}>
            {copy.heads.issued}
          </th>
        </tr>
      </thead>
      <tbody>
        {sets.map((set) => (
          <SetLine key={set._id} set={set} />
        ))}
      </tbody>
    </table>
  );
}

function SetLine({ set: { _id, title, className, section, lastDay, issued, students } }: { set: SetRow }) {
  const place = placeName(className, section);
  const { day, month } = leafOf(lastDay, lastDay);
  return (
    <tr className="group relative hover:bg-paper">
      <th scope="row" className={`${cell} py-1 ps-3.25 text-start font-normal max-md:w-full max-md:max-w-0`}>
        <Link
          href={`/admin/report-cards/${_id}`}
          aria-label={copy.setTitle(title, place)}
          className="block truncate rounded-sm font-semibold after:absolute after:inset-0 hover:text-accent focus-visible:outline-offset-1 group-hover:underline"
        >
          {copy.place(place)}
        </Link>
        <span className="figures block truncate text-ink-soft text-xs md:hidden">{`${title} · ${day} ${month}`}</span>
      </th>
      <td className={`${cell} max-md:hidden`}>{title}</td>
      <td className={`${cell} figures whitespace-nowrap max-md:hidden`}>{shownDate(lastDay)}</td>
      <td className={`${cell} whitespace-nowrap max-md:text-end`}>
        <Badge tone={toneOf(issued, students)}>{copy.issued(issued, students)}</Badge>
      </td>
      <td className={`${cell} ps-0 pe-3.25`}>
        <span className="flex items-center justify-end gap-3 lg:justify-between">
          <span className="w-40 max-lg:hidden">
            {students > 0 && <progress aria-hidden className="bar" max={students} value={issued} />}
          </span>
          <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft group-hover:text-accent" />
        </span>
      </td>
    </tr>
  );
}

function toneOf(issued: number, students: number) {
  if (students === 0) return "neutral";
  if (issued === 0) return "warning";
  return issued < students ? "accent" : "success";
}
