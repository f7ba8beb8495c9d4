import { z } from "zod";
import { idField, sectionsField, storedClassField } from "@/lib/fields";
import { placeInput } from "./schema";

/** The announced facts about a test. */
export const factsView = z.object({
  className: z.number(),
  sections: z.array(z.string()),
  subject: z.string(),
  testDate: z.iso.date(),
  testTime: z.string(),
  /** True if it is neither cancelled nor a mistaken entry. */
  isOn: z.boolean(),
});

export type Facts = z.infer<typeof factsView>;

/** A test in an email: as known before the change, null for a new one. */
export const testItem = z.object({ act: z.literal("test"), scheduleId: z.uuid(), known: factsView.nullable() });

export type TestItem = z.infer<typeof testItem>;

const typed = placeInput.pick({ testDate: true, testTime: true });

/** A planned change: a new test, an existing one at a place, or, without a place, its cancellation. */
export const reachInput = z.strictObject({
  id: idField.optional(),
  className: storedClassField,
  sections: sectionsField,
  place: z.strictObject(typed.shape).nullable(),
});

export type ReachInput = z.output<typeof reachInput>;

/** When a change would be announced, and to how many people. */
export const reachView = z.object({
  when: z.enum(["at-once", "after-pause", "never"]),
  /** Students who get an email. */
  students: z.number(),
  /** Guardians who get an email. */
  guardians: z.number(),
  /** Students and guardians who get it in the email of the day. */
  inDigest: z.number(),
  /** Students and guardians who get no email. */
  others: z.number(),
  /** Without a mail server, emails are stored as files. */
  isMailOn: z.boolean(),
});

export type ReachView = z.infer<typeof reachView>;
