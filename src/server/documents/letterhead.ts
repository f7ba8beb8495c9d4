import "server-only";
import { dateHere } from "@/content/institute";
import { shownDate } from "@/lib/dates";
import { site } from "@/server/institute/published";

/** A date as documents show it, in the institute's zone. */
export const shownDayOf = (moment: Date): string => shownDate(dateHere(moment));

export function letterhead(now: Date) {
  const { name, tagline, phone, email, street, city, postcode, workingDays, workingHours } = site().facts;
  const lines = [`${street}, ${city} ${postcode}`, `${phone} · ${email}`];
  return {
    institute: { name, tagline, lines },
    date: shownDayOf(now),
    phone,
    hours: `${workingDays}, ${workingHours}`,
  };
}

type Picture = { bytes: Uint8Array; width: number; height: number };

/** A logo for templates, with its height in millimetres: a wide logo is lower, to leave room for the name. */
export const logoOf = (logo: Picture | null) =>
  logo && { bytes: [...logo.bytes], height: Math.min(14, (45 * logo.height) / logo.width) };
