import { z } from "zod";

export const childView = z.object({
  _id: z.string(),
  name: z.string(),
  /** Where the child is enrolled now. */
  className: z.string().nullable(),
  section: z.string().nullable(),
  rollNo: z.string().nullable(),
  /** The class whose materials and tests concern the child; of anyone who was never enrolled, that of the latest result. */
  follows: z.string().nullable(),
  /** What the guardian is to the child: mother, uncle. */
  relation: z.string(),
  seesResults: z.boolean(),
  getsMails: z.boolean(),
  /** Results that no page has shown to the guardian yet. */
  unread: z.number(),
});

export type ChildView = z.infer<typeof childView>;

/** A child with the newest result and the next tests of the class. */
export const childOverview = childView.extend({
  latest: z
    .object({
      subject: z.string().nullable(),
      examName: z.string().nullable(),
      className: z.string(),
      grade: z.string(),
      percentage: z.number(),
    })
    .nullable(),
  tests: z.array(
    z.object({
      ...{ _id: z.string(), subject: z.string(), testDate: z.iso.date(), testTime: z.string() },
      state: z.enum(["planned", "cancelled"]),
      /** That it was moved or cancelled, and why. */
      note: z.string().nullable(),
      /** How far away it is, in words; null for a cancelled one. */
      distance: z.string().nullable(),
    }),
  ),
});

export type ChildOverview = z.infer<typeof childOverview>;
