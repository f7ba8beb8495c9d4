"use client";

import { createContext, type ReactNode, useContext } from "react";
import { institute } from "@/content/institute";
import { type ClockStyle, shownMoment, shownTime } from "@/lib/dates";

const Clock = createContext<ClockStyle>("24");

/** Provides the time format, which the office sets, to the times inside. */
export function ClockProvider({ value, children }: { value: ClockStyle; children: ReactNode }) {
  return <Clock value={value}>{children}</Clock>;
}

/** How times are written here. */
export const useClock = () => useContext(Clock);

export function Moment({ at }: { at: Date }) {
  const clock = useContext(Clock);
  return (
    <time dateTime={at.toISOString()} className="figures">
      {shownMoment(at, institute.timeZone, clock)}
    </time>
  );
}

/** A time of the day, `14:05`, as the institute writes it. */
export function Time({ at }: { at: string }) {
  return <time dateTime={at}>{shownTime(at, useContext(Clock))}</time>;
}
