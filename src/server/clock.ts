import { institute } from "@/content/institute";
import { momentOn, stampIn } from "@/lib/dates";

/** The institute's time zone, for queries. */
export const zoneHere = institute.timeZone;

export function clockHere(now: Date): { date: string; time: string } {
  const [date = "", time = ""] = stampIn(institute.timeZone, now).split(" ");
  return { date, time };
}

export const momentHere = (date: string, time: string): Date =>
  momentOn(institute.timeZone, Date.parse(`${date}T${time}:00Z`));

/** The last second of a day in the institute's zone. */
export const endOfDay = (day: string): Date => new Date(momentHere(day, "24:00").getTime() - 1000);
