import "server-only";
import { readSettings } from "@/features/settings/data";
import { clockHere, momentHere } from "@/server/clock";
import { listClosedDays } from "./data";
import { closingTime, dueAt, openMinutes, type WorkingTime } from "./rules-clock";

/** The most spans of closed days that a due date takes into account. */
const mostClosed = 1000;

/** When something that came in is due after so many business days; null where the institute does not open so often. */
export type BusinessClock = (received: Date, businessDays: number) => Date | null;

async function readWorkingTime(since: Date): Promise<WorkingTime> {
  const [{ workingDays, hours }, { items: closedDays }] = await Promise.all([
    readSettings(),
    listClosedDays({ from: clockHere(since).date, order: "soonest", limit: mostClosed }),
  ]);
  return { workingDays, hours, closedDays };
}

/** The clock of business days for what came in from a moment on, as working days, hours and closed days are set now. */
export async function readBusinessClock(since: Date): Promise<BusinessClock> {
  const time = await readWorkingTime(since);
  return (received, businessDays) => {
    const due = dueAt(clockHere(received).date, businessDays, time);
    return due && momentHere(due.date, due.time);
  };
}

/** Counts the minutes of opening hours between two moments from then on, as hours and closed days are set now. */
export async function readOpenMinutes(since: Date): Promise<(from: Date, to: Date) => number> {
  const time = await readWorkingTime(since);
  return (from, to) => openMinutes(clockHere(from), clockHere(to), time);
}

/** When the institute closes on a date, as all that is set now; null where it does not open. */
export async function readClosingTime(date: string): Promise<string | null> {
  return closingTime(date, await readWorkingTime(momentHere(date, "00:00")));
}
