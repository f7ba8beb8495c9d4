import { z } from "zod";
import { idField, momentView } from "@/lib/fields";
import { submissionStates, submissionView } from "./schema";

const head = submissionView
  .pick({ _id: true, reference: true, name: true, parentName: true, selectedClass: true, createdAt: true })
  .extend({ state: z.enum(submissionStates) });

/** What stands beside an application: others with the same contact, and the same child's. */
export const similarView = z.object({
  similar: z.array(
    head.extend({
      /** What they have in common; `child`: they are about the same one. */
      likeness: z.object({ child: z.boolean(), phone: z.boolean(), email: z.boolean() }),
    }),
  ),
  merged: z.array(head.extend({ phone: z.string(), email: z.string(), mergedAt: momentView.nullable() })),
  mergedInto: z.object({ _id: z.string(), reference: z.string() }).nullable(),
  /** Children here of anyone who has the phone number. */
  siblings: z.array(z.object({ name: z.string(), place: z.string() })),
});

export type SimilarView = z.infer<typeof similarView>;

/** Two applications about one child. */
export const mergeInput = z.strictObject({ id: idField, otherId: idField });
