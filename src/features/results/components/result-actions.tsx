"use client";

import { PencilLine, Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { lazy, Suspense, useState } from "react";
import { RowAction, RowMenu } from "@/components/table/row-menu";
import { toast } from "@/components/ui/toast";
import { officeScreens as copy } from "../messages-office";
import { nameOf } from "../rules";
import type { ResultView } from "../schema";

const CorrectResult = lazy(() => import("./correct-result").then((module) => ({ default: module.CorrectResult })));
const WithdrawResult = lazy(() => import("./withdraw-result").then((module) => ({ default: module.WithdrawResult })));

const acts = { correct: CorrectResult, withdraw: WithdrawResult } as const;

/** The actions of the office on a result: correct or withdraw it. */
export function ResultActions({ result, studentName }: { result: ResultView; studentName: string }) {
  const router = useRouter();
  const [act, setAct] = useState<keyof typeof acts>();
  const Act = act && acts[act];

  function done(message: string) {
    setAct(undefined);
    toast.success(message);
    router.refresh();
  }

  return (
    <>
      <RowMenu label={nameOf(result)}>
        <RowAction icon={<PencilLine aria-hidden />} onClick={() => setAct("correct")}>
          {copy.correct}
        </RowAction>
        <RowAction icon={<Undo2 aria-hidden />} onClick={() => setAct("withdraw")}>
          {copy.withdraw}
        </RowAction>
      </RowMenu>
      <Suspense>
        {Act && <Act result={result} studentName={studentName} onClose={() => setAct(undefined)} onDone={done} />}
      </Suspense>
    </>
  );
}
