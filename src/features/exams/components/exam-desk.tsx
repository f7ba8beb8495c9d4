"use client";

import { useRouter } from "next/navigation";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import type { SheetView } from "../schema-sheet";
import { Sheet } from "./sheet";
import type { Asked } from "./sheet-head";
import type { HeldFocus } from "./use-held-focus";

const EditExam = lazy(() => import("./edit-exam").then((module) => ({ default: module.EditExam })));
const ReleaseExam = lazy(() => import("./release-exam").then((module) => ({ default: module.ReleaseExam })));
const RemoveExam = lazy(() => import("./remove-exam").then((module) => ({ default: module.RemoveExam })));
const WithdrawExam = lazy(() => import("./withdraw-exam").then((module) => ({ default: module.WithdrawExam })));

type ExamDeskProps = {
  sheet: SheetView;
  /** Starts at the first student without a mark. */
  atMissing: boolean;
  /** The statistics, rendered by the server. */
  statistics?: ReactNode;
};

/** The sheet of an exam and its dialogs, which stay open when a refresh of the page remounts the sheet. */
export function ExamDesk({ sheet, atMissing, statistics }: ExamDeskProps) {
  const { exam } = sheet;
  const router = useRouter();
  const [asked, setAsked] = useState<Asked>();
  const held = useRef<HeldFocus>(null);
  const close = () => setAsked(undefined);
  return (
    <>
      <Sheet
        key={keyOf(sheet)}
        sheet={sheet}
        atMissing={atMissing}
        statistics={statistics}
        held={held}
        onAsk={setAsked}
      />
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

/** Exemptions from the subject change the rows. */
const keyOf = ({ exam, rows }: SheetView) =>
  [
    exam._id,
    exam.rowVersion,
    rows.length,
    ...rows.filter(({ isExempt }) => isExempt).map(({ studentId }) => studentId),
  ].join();
