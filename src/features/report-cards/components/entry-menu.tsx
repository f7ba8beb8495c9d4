import { CircleX, Download, FileSearch, RotateCw } from "lucide-react";
import { useDownload } from "@/components/form/use-download";
import { RowAction, RowMenu } from "@/components/table/row-menu";
import { api } from "@/trpc/client";
import { cardScreens } from "../messages-cards";
import { screens as copy } from "../messages-screens";
import type { SheetRowView } from "../schema";

type EntryMenuProps = {
  setId: string;
  row: SheetRowView;
  /** The server has all of the row. */
  isSettled: boolean;
  mayMake: boolean;
  onIssue: (row: SheetRowView) => void;
  onWithdraw: (row: SheetRowView) => void;
};

/** What can be done with a student's card. */
export function EntryMenu({ setId, row, isSettled, mayMake, onIssue, onWithdraw }: EntryMenuProps) {
  const { client } = api.useUtils();
  const { studentId, name, standing, card } = row;
  const draft = useDownload(() => client.reportCards.preview.query({ id: setId, studentId }), {
    done: copy.draftDone,
    failed: copy.draftFailed,
  });
  const file = useDownload(() => client.reportCards.file.query({ id: card?._id ?? "" }), {
    done: copy.downloaded,
    failed: cardScreens.downloadFailed,
  });
  return (
    <RowMenu label={name}>
      <RowAction icon={<FileSearch aria-hidden />} onClick={() => draft.save()}>
        {copy.draft}
      </RowAction>
      {card && (
        <RowAction icon={<Download aria-hidden />} onClick={() => file.save()}>
          {copy.download}
        </RowAction>
      )}
      {mayMake &&
        standing !== "issued" &&
        (isSettled ? (
          <RowAction icon={<RotateCw aria-hidden />} onClick={() => onIssue(row)}>
            {card ? copy.issueAgain : copy.issue(1)}
          </RowAction>
        ) : (
          // A card is made from what the server has.
          <p className="max-w-60 px-3 py-1.5 text-ink-soft text-xs">{copy.issueLater}</p>
        ))}
      {mayMake && card && standing !== "withdrawn" && (
        <RowAction icon={<CircleX aria-hidden />} onClick={() => onWithdraw(row)}>
          {copy.withdraw}
        </RowAction>
      )}
    </RowMenu>
  );
}
