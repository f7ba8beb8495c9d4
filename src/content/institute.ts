import { dateIn, shownDate } from "@/lib/dates";

/** Facts that only a new build can change. Everything else is in `site.ts` and is edited in the browser (decision 27). */
export const institute = {
  /** The season of an institute that has neither set one nor entered school years. */
  session: "2023-24",
  /** How telephone numbers of its country are dialled: the code, and the number of digits without it: 10, or { from: 8, to: 10 }. */
  dialling: { code: "91", digits: 10 },
  /** The institute's time zone: it decides which tests are past. */
  timeZone: "Asia/Kolkata",
  classes: { from: 1, to: 12 },
} as const;

/** The institute's date at a moment, as `2026-11-20`. */
export const dateHere = (moment: Date): string => dateIn(institute.timeZone, moment);

/** The institute's date at a moment, as people read it: `20 Nov 2026`. */
export const shownDateHere = (moment: Date): string => shownDate(dateHere(moment));

export const yearAt = (now: Date) => Number(dateHere(now).slice(0, 4));
