import { institute } from "@/content/institute";
import { momentOn, stampIn } from "@/lib/dates";

/** The institute's date and time at a moment. */
export function clockHere(now: Date): { date: string; time: string } {
  const [date = "", time = ""] = stampIn(institute.timeZone, now).split(" ");
  return { date, time };
}

/** The moment of a date and time on the institute's clocks. */
export const momentHere = (date: string, time: string): Date =>
  momentOn(institute.timeZone, Date.parse(`${date}T${time}:00Z`));
