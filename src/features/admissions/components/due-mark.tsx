"use client";

import { clsx } from "clsx";
import { Clock, ClockAlert } from "lucide-react";
import { useClock } from "@/components/ui/clock";
import { institute } from "@/content/institute";
import { deskCopy as copy } from "../messages-desk";
import { type DueRow, dueOf } from "../rules-desk";

type DueMarkProps = {
  row: DueRow;
  /** When the rows were loaded. */
  at: Date;
  /** It is shown in the text size around it, and has a column heading that says what is due only on a wide screen. */
  alone?: boolean;
};

const looks = {
  late: "font-semibold text-danger",
  today: "font-semibold text-warn",
  later: "",
  none: "text-ink-soft",
} as const;

/** When an answer is due; overdue and today's have a clock icon. */
export function DueMark({ row, at, alone = false }: DueMarkProps) {
  const { tone, text } = dueOf(row, { at, timeZone: institute.timeZone, clock: useClock() });
  const Icon = { late: ClockAlert, today: Clock, later: undefined, none: undefined }[tone];
  return (
    <span className={clsx("figures flex items-center gap-1.5", !alone && "text-sm", looks[tone])}>
      {Icon && <Icon aria-hidden className="size-4 shrink-0" />}
      <span>
        {alone && tone !== "none" && <span className="xl:sr-only">{copy.due} </span>}
        {text}
      </span>
    </span>
  );
}
