import { dateHere, institute, shownDateHere } from "@/content/institute";
import { type ClockStyle, shownMoment } from "@/lib/dates";

/** When a code ends: the day if it is good to the end of it, otherwise the moment. */
export function endInWords(expiresAt: Date, clock: ClockStyle): string {
  const isWhole = dateHere(new Date(expiresAt.getTime() + 1000)) !== dateHere(expiresAt);
  return isWhole ? shownDateHere(expiresAt) : shownMoment(expiresAt, institute.timeZone, clock);
}
