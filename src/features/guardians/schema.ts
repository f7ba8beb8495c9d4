import { z } from "zod";

/** An enrolment that begins later. */
export const comingView = z.object({ className: z.string(), section: z.string().nullable(), fromDay: z.iso.date() });

export const childView = z.object({
  _id: z.string(),
  name: z.string(),
  className: z.string().nullable().describe("The child's current enrolment"),
  section: z.string().nullable(),
  rollNo: z.string().nullable(),
  coming: comingView.nullable().describe("The enrolment that begins later, for a child who is in no class today"),
  follows: z
    .string()
    .nullable()
    .describe(
      "The class whose materials and tests concern the child; for a child who was never enrolled, the class of the latest result",
    ),
  classes: z
    .array(z.string())
    .describe(
      "All classes whose materials and tests concern the child: `follows`, and for a child who was never enrolled those of earlier results",
    ),
  relation: z.string().describe("The relation to the child: mother, uncle"),
  seesResults: z.boolean(),
  getsMails: z.boolean(),
  unread: z.number().describe("Results that the guardian has not seen on any page"),
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
      _id: z.string(),
      subject: z.string(),
      /** Null for a person in only one class. */
      className: z.string().nullable(),
      testDate: z.iso.date(),
      testTime: z.string(),
      state: z.enum(["planned", "cancelled"]),
      /** Says that it was moved or cancelled, and why. */
      note: z.string().nullable(),
      /** The remaining time in words; null for a cancelled test. */
      distance: z.string().nullable(),
    }),
  ),
});

export type ChildOverview = z.infer<typeof childOverview>;
