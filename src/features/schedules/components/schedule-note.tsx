"use client";

import { ChangeNote } from "@/components/ui/change-note";
import { useClock } from "@/components/ui/clock";
import { noteOf } from "../rules";
import type { ScheduleView } from "../schema";

/** A note that a test was moved or cancelled, and why; renders nothing for others. */
export function ScheduleNote({ schedule }: { schedule: ScheduleView }) {
  const note = noteOf(schedule, useClock());
  return note && <ChangeNote cancelled={schedule.state === "cancelled"}>{note}</ChangeNote>;
}
