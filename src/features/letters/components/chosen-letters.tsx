"use client";

import { Printer } from "lucide-react";
import { useState } from "react";
import { BulkAct, useChosen } from "@/components/table/bulk-bar";
import { lazily } from "@/components/ui/lazily";
import { copy } from "../messages";

const ChosenDialog = lazily(() => import("./chosen-dialog").then((module) => module.ChosenDialog));

/** Prints letters for the selected students of the roster. */
export function ChosenLetters() {
  const students = useChosen();
  const [chosen, setChosen] = useState<readonly string[]>();
  return (
    <>
      <BulkAct icon={<Printer aria-hidden />} onClick={() => setChosen(students)}>
        {copy.forChosen}
      </BulkAct>
      {chosen && <ChosenDialog students={chosen} onClose={() => setChosen(undefined)} />}
    </>
  );
}
