import { z } from "zod";
import { idField, momentView } from "@/lib/fields";
import { say } from "./messages";
import { cardContent } from "./schema-content";

/** The student; by default the caller. */
export const cardsInput = z.strictObject({
  studentId: idField.optional().describe("The `_id` of a student; the caller if absent"),
});

export const cardState = z.enum(["issued", "replaced", "withdrawn"]);

/** A report card for the family. */
export const cardView = z.object({
  _id: z.string(),
  number: z.string(),
  state: cardState,
  issuedAt: momentView,
  /** When it was replaced or withdrawn, and the reason of a withdrawal. */
  endedAt: momentView.nullable(),
  reason: z.string().nullable(),
  content: cardContent,
});

export type CardView = z.infer<typeof cardView>;

export const verifyInput = z.strictObject({
  token: z.string().max(60),
  number: z.string(say("numberWanted")).trim().min(1, say("numberWanted")).max(60),
});

export type VerifyInput = z.output<typeof verifyInput>;

/** The facts for anyone who holds the card. */
export const verifiedView = cardView.pick({ number: true, state: true, endedAt: true }).extend({
  content: cardContent.pick({
    institute: true,
    title: true,
    year: true,
    name: true,
    className: true,
    section: true,
    issuedOn: true,
    columns: true,
    rows: true,
    sums: true,
    overall: true,
  }),
});

export type VerifiedView = z.infer<typeof verifiedView>;
