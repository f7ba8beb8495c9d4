"use client";

import { useRouter } from "next/navigation";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { SheetView } from "../schema-sheet";
import { Sheet } from "./sheet";
import type { Asked } from "./sheet-head";

const EditExam = lazy(() => import("./edit-exam").then((module) => ({ default: module.EditExam })));
const ReleaseExam = lazy(() => import("./release-exam").then((module) => ({ default: module.ReleaseExam })));
const RemoveExam = lazy(() => import("./remove-exam").then((module) => ({ default: module.RemoveExam })));
const WithdrawExam = lazy(() => import("./withdraw-exam").then((module) => ({ default: module.WithdrawExam })));

type ExamDeskProps = {
  sheet: SheetView;
  /** Begins at the first student without a mark. */
  atMissing: boolean;
  /** What the marks come to, drawn by the server. */
  statistics?: ReactNode;
};

/** The sheet of an exam with the dialogs about it. They stay open while a refreshed page begins the sheet anew. */
export function ExamDesk({ sheet, atMissing, statistics }: ExamDeskProps) {
  const { exam } = sheet;
  const router = useRouter();
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  return (
    <>
      <Sheet key={keyOf(sheet)} sheet={sheet} atMissing={atMissing} statistics={statistics} onAsk={setAsked} />
      <Suspense>
        {asked?.what === "release" && <ReleaseExam exam={exam} toSettle={asked.toSettle} onClose={close} />}
        {asked?.what === "withdraw" && <WithdrawExam exam={exam} onClose={close} />}
        {asked?.what === "edit" && <EditExam exam={exam} onClose={close} />}
        {asked?.what === "remove" && (
          <RemoveExam exam={exam} onClose={close} onRemoved={() => router.push("/admin/results")} />
        )}
      </Suspense>
    </>
  );
}

/** Whoever takes the subject again, or no more, changes the rows. */
const keyOf = ({ exam, rows }: SheetView) =>
  [
    exam._id,
    exam.rowVersion,
    rows.length,
    ...rows.filter(({ isExempt }) => isExempt).map(({ studentId }) => studentId),
  ].join();
