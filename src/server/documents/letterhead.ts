import "server-only";
import { shownDateHere } from "@/content/institute";
import { site } from "@/server/institute/published";

export function letterhead(now: Date) {
  const { name, tagline, phone, email, street, city, postcode, workingDays, workingHours } = site().facts;
  const lines = [`${street}, ${city} ${postcode}`, `${phone} · ${email}`];
  return {
    institute: { name, tagline, lines },
    date: shownDateHere(now),
    phone,
    hours: `${workingDays}, ${workingHours}`,
  };
}

type Picture = { bytes: Uint8Array; width: number; height: number };

/** A logo for templates, with its height in millimetres: a wide logo is lower, to leave room for the name. */
export const logoOf = (logo: Picture | null) =>
  logo && { bytes: [...logo.bytes], height: Math.min(14, (45 * logo.height) / logo.width) };
