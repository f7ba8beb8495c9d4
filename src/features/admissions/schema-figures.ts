import { z } from "zod";
import { submissionStates } from "./schema";

/** The statistics of applications, without personal data. */
export const figuresView = z.object({
  /** By class and state. Only classes with applications. */
  classes: z.array(
    z.object({
      className: z.number(),
      total: z.number(),
      states: z.partialRecord(z.enum(submissionStates), z.number()),
    }),
  ),
  /** The last weeks by their Mondays, earliest first. */
  weeks: z.array(z.object({ monday: z.iso.date(), count: z.number() })),
  /** Counts only applications that the office has answered. */
  answers: z.object({
    count: z.number(),
    /** Median of opening minutes until the first answer; null without any. */
    median: z.number().nullable(),
    inTime: z.number(),
  }),
  /** Seats of the classes that have a limit, in the year open for applications; null for none. */
  seats: z.object({ year: z.string(), seats: z.number(), taken: z.number() }).nullable(),
});

export type FiguresView = z.infer<typeof figuresView>;
