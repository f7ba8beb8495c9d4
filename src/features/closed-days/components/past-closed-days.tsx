"use client";

import { useState } from "react";
import { copy } from "../messages";
import { ClosedDaysList } from "./closed-days-list";

/** Past closed days, collapsed and loaded on demand. */
export function PastClosedDays() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)} className="grid gap-3">
      <summary className="w-fit cursor-pointer py-2 font-semibold text-accent text-sm">{copy.past}</summary>
      {isOpen && <ClosedDaysList time="past" />}
    </details>
  );
}
