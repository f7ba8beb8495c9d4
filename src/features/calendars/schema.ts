import { z } from "zod";
import { momentView } from "@/lib/fields";

export const feedInput = z.strictObject({ feed: z.string().max(40) });

/** The secret part of a personal calendar's link. */
export const ownFeedInput = z.strictObject({ token: z.string().max(100) });

/** A person's calendar link, without its secret. */
export const calendarView = z.object({
  createdAt: momentView,
  /** When a program last requested it. */
  lastUsedOn: z.iso.date().nullable(),
});

export type CalendarView = z.infer<typeof calendarView>;

/** The creation time of the link that the person sees; null for none. Without `seen`, nothing is checked. */
export const seenCalendarInput = z.strictObject({ seen: z.iso.datetime().nullable() }).optional();

export type SeenCalendarInput = z.infer<typeof seenCalendarInput>;

/** A new link, shown once. */
export const madeCalendarView = calendarView.extend({ path: z.string() });

export type MadeCalendarView = z.infer<typeof madeCalendarView>;
