"use client";

import { useState } from "react";
import { Fold } from "@/components/ui/fold";
import { copy } from "../messages";
import { ClosedDaysList } from "./closed-days-list";

/** Past closed days, collapsed and loaded on demand. */
export function PastClosedDays() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Fold summary={copy.past} onToggle={setIsOpen}>
      {isOpen && <ClosedDaysList time="past" />}
    </Fold>
  );
}
