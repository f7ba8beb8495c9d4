import "server-only";
import { dateHere } from "@/content/institute";
import { readSettings } from "@/features/settings/data";
import { clockHere, momentHere } from "@/server/clock";
import { listClosedDays } from "./data";
import { dueAt, hoursOn, openMinutes, type Span, type WorkingTime } from "./rules-clock";

/** Maximum number of closed-day spans considered for a due date. */
const mostClosed = 1000;

/** The due date of something received, after this number of business days; null if the institute is closed for too long. */
export type BusinessClock = (received: Date, businessDays: number) => Date | null;

async function readWorkingTime(since: Date): Promise<WorkingTime> {
  const [{ workingDays, hours }, { items: closedDays }] = await Promise.all([
    readSettings(),
    listClosedDays({ from: dateHere(since), order: "soonest", limit: mostClosed }),
  ]);
  return { workingDays, hours, closedDays };
}

/** A business clock for everything received after a moment, with the current working days, hours and closed days. */
export async function readBusinessClock(since: Date): Promise<BusinessClock> {
  const time = await readWorkingTime(since);
  return (received, businessDays) => {
    const due = dueAt(dateHere(received), businessDays, time);
    return due && momentHere(due.date, due.time);
  };
}

/** Counts opening minutes between two later moments, with the current hours and closed days. */
export async function readOpenMinutes(since: Date): Promise<(from: Date, to: Date) => number> {
  const time = await readWorkingTime(since);
  return (from, to) => openMinutes(clockHere(from), clockHere(to), time);
}

/** The hours of a date by the current settings; null if the institute is closed. */
export async function readHours(date: string): Promise<Span | null> {
  return hoursOn(date, await readWorkingTime(momentHere(date, "00:00")));
}
