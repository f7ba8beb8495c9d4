import { z } from "zod";
import { submissionStates } from "./schema";

/** What the applications come to; it names nobody. */
export const figuresView = z.object({
  /** By class, and in each state. Only classes that have any. */
  classes: z.array(
    z.object({
      className: z.number(),
      total: z.number(),
      states: z.partialRecord(z.enum(submissionStates), z.number()),
    }),
  ),
  /** The last weeks, each by its Monday, the earliest first. */
  weeks: z.array(z.object({ monday: z.iso.date(), count: z.number() })),
  /** Of those that were answered by the office. */
  answers: z.object({
    count: z.number(),
    /** Minutes of opening hours until the first answer, in the middle; null while there is none. */
    median: z.number().nullable(),
    inTime: z.number(),
  }),
  /** Seats of the classes that have any, in the year families apply for; null for none. */
  seats: z.object({ year: z.string(), seats: z.number(), taken: z.number() }).nullable(),
});

export type FiguresView = z.infer<typeof figuresView>;
