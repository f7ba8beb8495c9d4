import { CircleSlash, PencilLine, UserMinus, UserX } from "lucide-react";
import { menuLine, RowAction, RowMenu } from "@/components/table/row-menu";
import { Link } from "@/components/ui/link";
import { screens as copy } from "../messages-screens";
import { shownMark } from "../rules-marks";
import type { SheetRow } from "./sheet-rows";
import type { SheetStore } from "./sheet-store";

type SheetMenuProps = {
  row: SheetRow;
  store: SheetStore;
  id: string;
  /** Its mark is released. */
  isFixed: boolean;
  onExempt: (id: string) => void;
};

const kinds = [
  { kind: "absent", icon: <UserX aria-hidden /> },
  { kind: "excused", icon: <CircleSlash aria-hidden /> },
] as const;

/** The actions on a row other than typing a mark. On a phone, whose keys are digits, they are the only way to enter an absence. */
export function SheetMenu({ row: { saved, typed }, store, id, isFixed, onExempt }: SheetMenuProps) {
  if (isFixed)
    return (
      <RowMenu label={copy.moreOf(saved.name)}>
        <Link href={`/admin/students/${id}`} className={menuLine}>
          <PencilLine aria-hidden />
          {copy.correct}
        </Link>
      </RowMenu>
    );
  return (
    <RowMenu label={copy.moreOf(saved.name)}>
      {kinds.map(({ kind, icon }) => (
        <RowAction key={kind} icon={icon} onClick={() => store.enter(id, shownMark({ kind }))}>
          {copy[kind]}
        </RowAction>
      ))}
      {saved.mark === null && typed.text === "" && (
        <RowAction icon={<UserMinus aria-hidden />} onClick={() => onExempt(id)}>
          {copy.exempt}
        </RowAction>
      )}
    </RowMenu>
  );
}
