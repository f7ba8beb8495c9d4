import { dateHere, institute, shownDateHere } from "@/content/institute";
import { type ClockStyle, shownMoment } from "@/lib/dates";

/** When a code ends: only the day if the code is valid until the end of that day, otherwise the moment. */
export function endInWords(expiresAt: Date, clock: ClockStyle): string {
  const isWhole = dateHere(new Date(expiresAt.getTime() + 1000)) !== dateHere(expiresAt);
  return isWhole ? shownDateHere(expiresAt) : shownMoment(expiresAt, institute.timeZone, clock);
}
