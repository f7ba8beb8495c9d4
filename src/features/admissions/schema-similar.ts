import { z } from "zod";
import { idField, momentView } from "@/lib/fields";
import { submissionStates, submissionView } from "./schema";

const head = submissionView
  .pick({ _id: true, reference: true, name: true, parentName: true, selectedClass: true, createdAt: true })
  .extend({ state: z.enum(submissionStates) });

/** Related applications: with the same contact, or for the same child. */
export const similarView = z.object({
  similar: z.array(
    head.extend({
      /** What they have in common; `child` if they are for the same one. */
      likeness: z.object({ child: z.boolean(), phone: z.boolean(), email: z.boolean() }),
    }),
  ),
  merged: z.array(head.extend({ phone: z.string(), email: z.string(), mergedAt: momentView.nullable() })),
  mergedInto: z.object({ _id: z.string(), reference: z.string() }).nullable(),
  /** Students whose guardians have one of the phone numbers. */
  siblings: z.array(z.object({ name: z.string(), place: z.string() })),
});

export type SimilarView = z.infer<typeof similarView>;

/** Two applications for one child. */
export const mergeInput = z.strictObject({ id: idField, otherId: idField });
