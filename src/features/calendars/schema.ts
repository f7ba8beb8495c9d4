import { z } from "zod";
import { momentView } from "@/lib/fields";

export const feedInput = z.strictObject({ feed: z.string().max(40) });

/** The secret part of the link of a person's calendar. */
export const ownFeedInput = z.strictObject({ token: z.string().max(100) });

/** The calendar that a person's link leads to; the link itself is nowhere. */
export const calendarView = z.object({
  createdAt: momentView,
  /** When a program last asked for it. */
  lastUsedOn: z.iso.date().nullable(),
});

export type CalendarView = z.infer<typeof calendarView>;

/** A new link, told once. */
export const madeCalendarView = calendarView.extend({ path: z.string() });

export type MadeCalendarView = z.infer<typeof madeCalendarView>;
