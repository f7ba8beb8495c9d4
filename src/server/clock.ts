import { institute } from "@/content/institute";
import { stampIn } from "@/lib/dates";

/** The institute's date and time at a moment. */
export function clockHere(now: Date): { date: string; time: string } {
  const [date = "", time = ""] = stampIn(institute.timeZone, now).split(" ");
  return { date, time };
}
