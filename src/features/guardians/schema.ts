import { z } from "zod";

/** A child as a guardian sees it. */
export const childView = z.object({
  _id: z.string(),
  name: z.string(),
  /** Where the child is enrolled now. */
  className: z.string().nullable(),
  section: z.string().nullable(),
  rollNo: z.string().nullable(),
  /** What the guardian is to the child: mother, uncle. */
  relation: z.string(),
  seesResults: z.boolean(),
  getsMails: z.boolean(),
});

export type ChildView = z.infer<typeof childView>;
