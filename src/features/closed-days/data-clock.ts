import "server-only";
import { readSettings } from "@/features/settings/data";
import { clockHere, momentHere } from "@/server/clock";
import { listClosedDays } from "./data";
import { dueAt } from "./rules-clock";

/** Most spans of closed days that a promise is reckoned with. */
const mostClosed = 1000;

/** When something that came in is due after so many business days; null where the institute does not open so often. */
export type BusinessClock = (received: Date, businessDays: number) => Date | null;

/** The clock of business days for what came in from a moment on, as working days, hours and closed days are set now. */
export async function readBusinessClock(since: Date): Promise<BusinessClock> {
  const [{ workingDays, hours }, { items: closedDays }] = await Promise.all([
    readSettings(),
    listClosedDays({ from: clockHere(since).date, order: "soonest", limit: mostClosed }),
  ]);
  return (received, businessDays) => {
    const due = dueAt(clockHere(received).date, businessDays, { workingDays, hours, closedDays });
    return due && momentHere(due.date, due.time);
  };
}
