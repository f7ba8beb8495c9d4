"use client";

import { type ReactNode, useRef, useState } from "react";
import { useLead } from "@/components/form/use-lead";
import { lazily } from "@/components/ui/lazily";
import type { SheetView } from "../schema-sheet";
import { Sheet } from "./sheet";
import type { Asked } from "./sheet-head";
import type { HeldFocus } from "./use-held-focus";

const EditExam = lazily(() => import("./edit-exam").then((module) => module.EditExam));
const ReleaseExam = lazily(() => import("./release-exam").then((module) => module.ReleaseExam));
const RemoveExam = lazily(() => import("./remove-exam").then((module) => module.RemoveExam));
const WithdrawExam = lazily(() => import("./withdraw-exam").then((module) => module.WithdrawExam));

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
  const lead = useLead();
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
      {asked?.what === "release" && <ReleaseExam exam={exam} toSettle={asked.toSettle} onClose={close} />}
      {asked?.what === "withdraw" && <WithdrawExam exam={exam} onClose={close} />}
      {asked?.what === "edit" && <EditExam exam={exam} onClose={close} />}
      {asked?.what === "remove" && <RemoveExam exam={exam} onClose={close} onRemoved={() => lead("/admin/results")} />}
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
