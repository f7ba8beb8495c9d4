import "server-only";
import { institute } from "@/content/institute";
import { dateIn, shownDate } from "@/lib/dates";

/** A day as documents show it, on the institute's clock. */
export const shownDayOf = (moment: Date): string => shownDate(dateIn(institute.timeZone, moment));

/** What stands on every document of the institute. */
export function letterhead(now: Date) {
  const { name, tagline, phone, workingDays, workingHours } = institute;
  return { institute: { name, tagline }, date: shownDayOf(now), phone, hours: `${workingDays}, ${workingHours}` };
}
