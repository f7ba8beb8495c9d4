import { z } from "zod";
import { classField, idField, sectionsField } from "@/lib/fields";
import { placeInput } from "./schema";

/** What families are told of a test. */
export const factsView = z.object({
  className: z.number(),
  sections: z.array(z.string()),
  subject: z.string(),
  testDate: z.iso.date(),
  testTime: z.string(),
  /** Neither cancelled nor entered by mistake. */
  isOn: z.boolean(),
});

export type Facts = z.infer<typeof factsView>;

/** What a mail carries of a test: as it was known before the change, null for a new one. */
export const testItem = z.object({ act: z.literal("test"), scheduleId: z.uuid(), known: factsView.nullable() });

export type TestItem = z.infer<typeof testItem>;

const typed = placeInput.pick({ testDate: true, testTime: true });

/** A test as it would be: a new one, one that is there at a place, or without a place, cancelled. */
export const reachInput = z.strictObject({
  id: idField.optional(),
  className: classField,
  sections: sectionsField,
  place: z.strictObject(typed.shape).nullable(),
});

export type ReachInput = z.output<typeof reachInput>;

/** When a change would be told, and to how many people. */
export const reachView = z.object({
  when: z.enum(["at-once", "after-pause", "never"]),
  /** Students whom a mail reaches. */
  students: z.number(),
  /** Guardians whom a mail reaches. */
  guardians: z.number(),
  /** Both, without a mail. */
  others: z.number(),
  /** Without a mail server mails are kept as files. */
  isMailOn: z.boolean(),
});

export type ReachView = z.infer<typeof reachView>;
