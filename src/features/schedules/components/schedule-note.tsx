"use client";

import { clsx } from "clsx";
import { CalendarClock, CalendarX } from "lucide-react";
import { useClock } from "@/components/ui/clock";
import { noteOf } from "../rules";
import type { ScheduleView } from "../schema";

/** That a test was moved or cancelled, and why; nothing of one that stands where it always stood. */
export function ScheduleNote({ schedule }: { schedule: ScheduleView }) {
  const note = noteOf(schedule, useClock());
  if (note === null) return null;
  const isCancelled = schedule.state === "cancelled";
  return (
    <p
      className={clsx(
        "flex w-fit max-w-full items-start gap-2 rounded-sm px-2.5 py-1 font-semibold text-xs [&_svg]:mt-px [&_svg]:size-3.5 [&_svg]:shrink-0",
        isCancelled ? "bg-danger-soft text-danger" : "bg-warn-soft text-warn",
      )}
    >
      {isCancelled ? <CalendarX aria-hidden /> : <CalendarClock aria-hidden />}
      <span className="figures wrap-anywhere min-w-0">{note}</span>
    </p>
  );
}
