import { z } from "zod";
import {
  classField,
  dateField,
  idField,
  optionalTextField,
  pageFields,
  searchField,
  sectionField,
  sectionsField,
  storedClassField,
  subjectFilterField,
  textField,
  timeField,
} from "@/lib/fields";
import { say as sayLib } from "@/lib/messages";
import { say as sayField } from "./messages";
import { say } from "./messages-refusals";

// An empty field means none; `Number("")` would be 0.
const typed = (value: unknown) => (typeof value === "string" ? (value.trim() === "" ? null : Number(value)) : value);

const minutes = z
  .preprocess(
    typed,
    z.number(say("badMinutes")).int(say("badMinutes")).min(5, say("badMinutes")).max(600, say("badMinutes")).nullish(),
  )
  .transform((value) => value ?? null);

const confirmed = z
  .union([z.literal(""), z.string().regex(/^[0-9a-f]{64}$/, say("badConfirmation"))], say("badConfirmation"))
  .describe("The fingerprint of the warnings that were read; empty for none. Without it, warnings are not checked.");

const place = {
  className: classField,
  sections: sectionsField,
  testDate: dateField(sayField("date")),
  testTime: timeField(say("badTime"), say("timeRequired")),
  minutes,
};

const fields = {
  ...place,
  subject: textField(sayLib("subject")),
  room: optionalTextField(sayField("room"), 60),
  description: optionalTextField(sayField("description"), 2000, true),
};

/** A new test (spec §5, decision 20). Without `confirmed`, warnings are not checked. */
export const scheduleInput = z.strictObject({ ...fields, confirmed: confirmed.optional() });

export type ScheduleInput = z.output<typeof scheduleInput>;

/** The same fields, as `/notifications` documents them. */
export const announcedInput = scheduleInput.pick({
  className: true,
  subject: true,
  testDate: true,
  testTime: true,
  description: true,
});

/** A place to check; `id` is that of an existing test. */
export const placeInput = z.strictObject({ ...place, className: storedClassField, id: idField.optional() });

export type PlaceInput = z.output<typeof placeInput>;

/** The test, in the version that was seen. */
const seen = { id: idField, rowVersion: z.number().int().describe("The version that was read") };

/** The test to delete; without a version, it is deleted in whatever version it has now. */
export const removeScheduleInput = z.strictObject({ id: idField, rowVersion: z.number().int().optional() });

export type RemoveScheduleInput = z.output<typeof removeScheduleInput>;

const why = { reason: optionalTextField(sayField("reason"), 300), confirmed: confirmed.optional() };

/** The new values of a test; without a subject, the test keeps its own spelling of it. */
export const editScheduleInput = z.strictObject({
  ...seen,
  ...fields,
  className: storedClassField,
  subject: fields.subject.optional(),
  ...why,
});

export type EditScheduleInput = z.output<typeof editScheduleInput>;

/** Cancels a test. */
export const cancelScheduleInput = z
  .strictObject({
    ...seen,
    reason: why.reason,
    byMistake: z
      .boolean()
      .default(false)
      .describe("Whether the test was entered by mistake: it then disappears from the public list immediately"),
  })
  .refine(({ reason, byMistake }) => byMistake || reason !== null, { path: ["reason"], message: say("reasonWanted") });

export type CancelScheduleInput = z.output<typeof cancelScheduleInput>;

export const restoreScheduleInput = z.strictObject({ ...seen, ...why });

export type RestoreScheduleInput = z.output<typeof restoreScheduleInput>;

const states = ["planned", "cancelled"] as const;

export const listSchedulesInput = z.strictObject({
  className: storedClassField.optional(),
  section: sectionField.optional().describe("Only tests of this section and of all sections"),
  subject: subjectFilterField,
  q: searchField,
  from: dateField("from").optional().describe("Only tests on or after this date"),
  before: dateField("before").optional().describe("Only tests before this date"),
  order: z.enum(["latest", "soonest"]).default("latest").describe("Whether the latest or the soonest tests come first"),
  ...pageFields,
  state: z.enum(states).optional().describe("Only tests that take place, or only cancelled ones"),
});

export type ListSchedulesInput = z.output<typeof listSchedulesInput>;

export const listTestSubjectsInput = listSchedulesInput.pick({ className: true, from: true });

export type ListTestSubjectsInput = z.output<typeof listTestSubjectsInput>;

export const scheduleIdInput = z.strictObject({ id: idField });

/** A test schedule as `/notifications` shows it (spec §3); `className` is `Class 7` here (decision 10). */
export const announcedView = z.object({
  _id: z.string(),
  className: z.string(),
  subject: z.string(),
  testDate: z.iso.date(),
  testTime: z.string(),
  description: z.string().nullable(),
});

/** Date and time of a test. */
export const placeView = z.object({ testDate: z.iso.date(), testTime: z.string() });

/** A test as everybody sees it. */
export const scheduleView = announcedView.extend({
  sections: z.array(z.string()).describe("Empty means all sections"),
  minutes: z.number().nullable(),
  room: z.string().nullable(),
  state: z.enum(states),
  movedFrom: placeView.nullable().describe("The date and time at which families last knew it"),
  reason: z.string().nullable().describe("Why it was moved or cancelled"),
  announcedOn: z.iso.date().describe("When it was announced"),
});

export type ScheduleView = z.infer<typeof scheduleView>;

/** A test after a write, with the version that the next change has to name. */
export const writtenScheduleView = scheduleView.extend({ rowVersion: z.number() });

export type WrittenScheduleView = z.infer<typeof writtenScheduleView>;

/** A test for staff: with its author, null for a deleted one, and whether the caller may change it. */
export const staffScheduleView = writtenScheduleView.extend({
  announcedBy: z.string().nullable(),
  mayChange: z.boolean(),
  isHidden: z.boolean().describe("Whether it was entered by mistake"),
});

export type StaffScheduleView = z.infer<typeof staffScheduleView>;

export const staffSchedulesPage = z.object({ items: z.array(staffScheduleView), nextCursor: z.string().nullable() });

export const schedulesPage = z.object({ items: z.array(scheduleView), nextCursor: z.string().nullable() });

export type SchedulesPage = z.infer<typeof schedulesPage>;
