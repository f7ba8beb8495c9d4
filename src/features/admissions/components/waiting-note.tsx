"use client";

import { useState } from "react";
import { ClassField } from "@/components/ui/class-field";
import { shownDate } from "@/lib/dates";
import { copy } from "../messages";

export type WaitingClass = { className: number; state: "soon" | "full" | "closed"; day: string };

function noteOf({ className, state, day }: WaitingClass): string {
  return copy.waiting[state](copy.className(className), shownDate(day));
}

type ClassChoiceProps = { waiting: readonly WaitingClass[]; error: string | undefined };

/** The select for the class; warns if the application would go on the waiting list. */
export function ClassChoice({ waiting, error }: ClassChoiceProps) {
  const [chosen, setChosen] = useState("");
  const found = waiting.find(({ className }) => String(className) === chosen);
  if (waiting.length === 0) return <ClassField name="selectedClass" error={error} />;
  return (
    <div className="grid gap-2">
      <ClassField
        name="selectedClass"
        error={error}
        onChoose={setChosen}
        notes={Object.fromEntries(waiting.map(({ className }) => [className, copy.waits]))}
      />
      <div aria-live="polite" className="contents">
        {found && <p className="rounded-md bg-warn-soft px-4 py-3 text-sm text-warn">{noteOf(found)}</p>}
      </div>
    </div>
  );
}
