import { ArrowRightLeft, CornerDownRight, PencilLine, UserMinus } from "lucide-react";
import { menuLine, RowMenu } from "@/components/table/row-menu";
import { Link } from "@/components/ui/link";
import { personScreens } from "../messages-person";
import { actsOn, type ListedAct } from "../rules";
import type { StudentRowView } from "../schema-list";

const icons: Record<ListedAct, typeof PencilLine> = {
  edit: PencilLine,
  enrol: CornerDownRight,
  move: ArrowRightLeft,
  end: UserMinus,
  "come-back": CornerDownRight,
};

/** The row menu of a student. Each action opens on the student's own page, where all the data are. */
export function StudentMenu({ row, query }: { row: StudentRowView; query: string }) {
  return (
    <RowMenu label={row.name}>
      {actsOn(row.standing).map((act) => {
        const Icon = icons[act];
        return (
          <Link key={act} href={`/admin/students/${row._id}${query}${query ? "&" : "?"}do=${act}`} className={menuLine}>
            <Icon aria-hidden />
            {personScreens.acts[act]}
          </Link>
        );
      })}
    </RowMenu>
  );
}
