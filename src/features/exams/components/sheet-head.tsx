"use client";

import { Ban, FileUp, PencilLine, Send, Trash2 } from "lucide-react";
import { PageHeader } from "@/components/site/page-header";
import { RowAction, RowMenu } from "@/components/table/row-menu";
import { Button } from "@/components/ui/button";
import { useNavigation } from "@/components/ui/navigation";
import { shownDate } from "@/lib/dates";
import { fileScreens } from "../messages-file";
import { releaseScreens } from "../messages-release";
import { screens as copy } from "../messages-screens";
import { placeOf } from "../rules";
import type { SheetView } from "../schema-sheet";
import { useSummary } from "./sheet-figures";
import { SaveState, StateNow } from "./sheet-state";
import type { SheetStore } from "./sheet-store";

/** The dialog that is open; `toSettle` counts the cells that are not saved. */
export type Asked = { what: "edit" | "remove" | "withdraw" } | { what: "release"; toSettle: number };

type SheetHeadProps = {
  sheet: SheetView;
  store: SheetStore;
  isReadOnly: boolean;
  /** Absent if the caller may not release. */
  onRelease: (() => void) | undefined;
  onAsk: (asked: Asked) => void;
};

/** The title of the sheet, and whether it is saved. */
export function SheetHead({ sheet, store, isReadOnly, onRelease, onAsk }: SheetHeadProps) {
  const { exam } = sheet;
  const { className, subject, examName, examDate, totalMarks, state } = exam;
  const navigation = useNavigation();
  const mayEdit = !isReadOnly && sheet.mayEdit;
  const mayWithdraw = state === "released" && sheet.mayRelease;
  return (
    <PageHeader
      title={`${subject}, ${examName}`}
      crumbs={[
        { href: "/admin/results", label: copy.title },
        { href: `/admin/results?class=${className}`, label: placeOf(exam) },
      ]}
      beside={
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">
          <span className="figures">
            {[examDate && shownDate(examDate), copy.outOf(totalMarks)].filter(Boolean).join(" · ")}
          </span>
          <StateNow store={store} exam={exam} />
        </span>
      }
      action={
        <div className="flex flex-wrap items-center gap-3 max-sm:[&>p:nth-last-child(3)]:flex-1">
          <SaveState store={store} />
          {onRelease && <ReleaseButton store={store} isLate={state === "released"} onRelease={onRelease} />}
          {(!isReadOnly || mayWithdraw) && (
            <RowMenu label={copy.more} look="page">
              {!isReadOnly && (
                <RowAction
                  icon={<FileUp aria-hidden />}
                  onClick={() => navigation?.go(`/admin/results/${exam._id}/file`)}
                >
                  {state === "released" ? fileScreens.openLate : fileScreens.open}
                </RowAction>
              )}
              {mayEdit && state !== "released" && (
                <RowAction icon={<PencilLine aria-hidden />} onClick={() => onAsk({ what: "edit" })}>
                  {copy.edit}
                </RowAction>
              )}
              {mayEdit && state === "draft" && (
                <RowAction icon={<Trash2 aria-hidden />} onClick={() => onAsk({ what: "remove" })}>
                  {copy.remove}
                </RowAction>
              )}
              {mayWithdraw && (
                <RowAction icon={<Ban aria-hidden />} onClick={() => onAsk({ what: "withdraw" })}>
                  {releaseScreens.process.withdraw}
                </RowAction>
              )}
            </RowMenu>
          )}
        </div>
      }
    />
  );
}

type ReleaseButtonProps = { store: SheetStore; isLate: boolean; onRelease: () => void };

/** Opens the preview of a release. After the first one, there is something to release only once late marks are saved. */
function ReleaseButton({ store, isLate, onRelease }: ReleaseButtonProps) {
  const { unreleased } = useSummary(store);
  if (isLate && unreleased === 0) return null;
  return (
    <Button onClick={onRelease}>
      <Send aria-hidden className="size-4.5" />
      {isLate ? releaseScreens.release.late(unreleased) : releaseScreens.release.open}
    </Button>
  );
}
