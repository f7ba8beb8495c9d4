"use client";

import { Printer } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { BulkAct, useChosen } from "@/components/table/bulk-bar";
import { copy } from "../messages";

const ChosenDialog = lazy(() => import("./chosen-dialog").then((module) => ({ default: module.ChosenDialog })));

/** Prints letters for the selected students of the roster. */
export function ChosenLetters() {
  const students = useChosen();
  const [chosen, setChosen] = useState<readonly string[]>();
  return (
    <>
      <BulkAct icon={<Printer aria-hidden />} onClick={() => setChosen(students)}>
        {copy.forChosen}
      </BulkAct>
      {chosen && (
        <Suspense>
          <ChosenDialog students={chosen} onClose={() => setChosen(undefined)} />
        </Suspense>
      )}
    </>
  );
}
