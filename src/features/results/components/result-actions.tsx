"use client";

import { PencilLine, RotateCcw, Undo2 } from "lucide-react";
import { useEffect, useState } from "react";
import { RowAction, RowMenu } from "@/components/table/row-menu";
import { lazily } from "@/components/ui/lazily";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { officeScreens as copy } from "../messages-office";
import { nameOf } from "../rules";
import type { CorrectionView, ResultView } from "../schema";
import { useTakeBack } from "./use-take-back";

const CorrectResult = lazily(() => import("./correct-result").then((module) => module.CorrectResult));
const WithdrawResult = lazily(() => import("./withdraw-result").then((module) => module.WithdrawResult));

const acts = { correct: CorrectResult, withdraw: WithdrawResult } as const;

type ResultActionsProps = {
  result: ResultView & { corrections: CorrectionView[] };
  studentName: string;
  /** How long its last version can be taken back, in milliseconds, from the server: the browser's clock may differ. */
  left: number;
};

/** The actions of the office on a result: correct or withdraw it, or take its last version back for a while. */
export function ResultActions({ result, studentName, left }: ResultActionsProps) {
  const refresh = usePageRefresh();
  const { students } = api.useUtils();
  const takeBack = useTakeBack();
  const [act, setAct] = useState<keyof typeof acts>();
  const [isOver, setOver] = useState(left <= 0);
  const Act = act && acts[act];

  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setOver(true), left);
    return () => clearTimeout(timer);
  }, [left]);

  function done(message: string, correctionId?: string) {
    setAct(undefined);
    const undo = (id: string) => takeBack(id, copy.correctionTakenBack(studentName));
    toast.success(
      message,
      correctionId ? { action: { label: copy.takeBack, onClick: () => undo(correctionId) } } : undefined,
    );
    void students.list.invalidate();
    refresh();
  }

  const takenBack = result.corrections.length > 0 ? copy.correctionTakenBack : copy.takenBack;
  return (
    <>
      <RowMenu label={nameOf(result)}>
        {!isOver && (
          <RowAction icon={<RotateCcw aria-hidden />} onClick={() => takeBack(result._id, takenBack(studentName))}>
            {copy.takeBack}
          </RowAction>
        )}
        <RowAction icon={<PencilLine aria-hidden />} onClick={() => setAct("correct")}>
          {copy.correct}
        </RowAction>
        <RowAction icon={<Undo2 aria-hidden />} onClick={() => setAct("withdraw")}>
          {copy.withdraw}
        </RowAction>
      </RowMenu>
      {Act && <Act result={result} studentName={studentName} onClose={() => setAct(undefined)} onDone={done} />}
    </>
  );
}
