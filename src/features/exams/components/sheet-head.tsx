"use client";

import { Ban, FileUp, PencilLine, Send, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { lazy, Suspense, useState } from "react";
import { PageHeader } from "@/components/site/page-header";
import { RowAction, RowMenu } from "@/components/table/row-menu";
import { Button } from "@/components/ui/button";
import { shownDate } from "@/lib/dates";
import { fileScreens } from "../messages-file";
import { releaseScreens } from "../messages-release";
import { screens as copy } from "../messages-screens";
import { placeOf } from "../rules";
import type { SheetView } from "../schema-sheet";
import { SaveState, StateNow } from "./sheet-state";
import type { SheetStore } from "./sheet-store";

const EditExam = lazy(() => import("./edit-exam").then((module) => ({ default: module.EditExam })));
const ReleaseExam = lazy(() => import("./release-exam").then((module) => ({ default: module.ReleaseExam })));
const RemoveExam = lazy(() => import("./remove-exam").then((module) => ({ default: module.RemoveExam })));
const WithdrawExam = lazy(() => import("./withdraw-exam").then((module) => ({ default: module.WithdrawExam })));

type SheetHeadProps = { sheet: SheetView; store: SheetStore; isReadOnly: boolean };

/** What the sheet is of, and whether it is saved. */
export function SheetHead({ sheet, store, isReadOnly }: SheetHeadProps) {
  const { exam } = sheet;
  const { className, subject, examName, examDate, totalMarks, state } = exam;
  const router = useRouter();
  const [asked, setAsked] = useState<"edit" | "remove" | "release" | "withdraw">();
  const mayWithdraw = state === "released" && sheet.mayRelease;
  const close = () => setAsked(undefined);
  return (
    <>
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
          <div className="flex flex-wrap items-center gap-3">
            <SaveState store={store} />
            {!isReadOnly && sheet.mayRelease && (
              <Button onClick={() => setAsked("release")}>
                <Send aria-hidden className="size-4.5" />
                {state === "released" ? releaseScreens.release.late : releaseScreens.release.open}
              </Button>
            )}
            {(!isReadOnly || mayWithdraw) && (
              <RowMenu label={copy.more} look="page">
                {!isReadOnly && (
                  <RowAction
                    icon={<FileUp aria-hidden />}
                    onClick={() => router.push(`/admin/results/${exam._id}/file`)}
                  >
                    {state === "released" ? fileScreens.openLate : fileScreens.open}
                  </RowAction>
                )}
                {!isReadOnly && state !== "released" && (
                  <RowAction icon={<PencilLine aria-hidden />} onClick={() => setAsked("edit")}>
                    {copy.edit}
                  </RowAction>
                )}
                {!isReadOnly && state === "draft" && (
                  <RowAction icon={<Trash2 aria-hidden />} onClick={() => setAsked("remove")}>
                    {copy.remove}
                  </RowAction>
                )}
                {mayWithdraw && (
                  <RowAction icon={<Ban aria-hidden />} onClick={() => setAsked("withdraw")}>
                    {releaseScreens.process.withdraw}
                  </RowAction>
                )}
              </RowMenu>
            )}
          </div>
        }
      />
      <Suspense>
        {asked === "release" && <ReleaseExam exam={exam} toSettle={store.summary().toSettle.length} onClose={close} />}
        {asked === "withdraw" && <WithdrawExam exam={exam} onClose={close} />}
        {asked === "edit" && <EditExam exam={exam} onClose={close} />}
        {asked === "remove" && (
          <RemoveExam exam={exam} onClose={close} onRemoved={() => router.push("/admin/results")} />
        )}
      </Suspense>
    </>
  );
}
