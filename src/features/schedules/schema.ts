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
  subjectFilterField,
  textField,
} from "@/lib/fields";
import { say as sayLib } from "@/lib/messages";
import { say } from "./messages";

// An empty field means none; `Number("")` would be 0.
const typed = (value: unknown) => (typeof value === "string" ? (value.trim() === "" ? null : Number(value)) : value);

const minutes = z
  .preprocess(
    typed,
    z.number(say("badMinutes")).int(say("badMinutes")).min(5, say("badMinutes")).max(600, say("badMinutes")).nullish(),
  )
  .transform((value) => value ?? null);

/** The fingerprint of the warnings that the caller has seen; an empty text for none. */
const confirmed = z.union([z.literal(""), z.string().regex(/^[0-9a-f]{64}$/)], say("badConfirmation"));

const place = {
  className: classField,
  sections: sectionsField,
  testDate: dateField(say("date")),
  testTime: z.string(say("timeRequired")).regex(/^([01]\d|2[0-3]):[0-5]\d$/, say("badTime")),
  minutes,
};

const fields = {
  ...place,
  subject: textField(sayLib("subject")),
  room: optionalTextField(say("room"), 60),
  description: optionalTextField(say("description"), 2000, true),
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
export const placeInput = z.strictObject({ ...place, id: idField.optional() });

export type PlaceInput = z.output<typeof placeInput>;

/** The test, in the version that was seen. */
const seen = { id: idField, rowVersion: z.number().int() };

const why = { reason: optionalTextField(say("reason"), 300), confirmed: confirmed.optional() };

/** The new values of a test. */
export const editScheduleInput = z.strictObject({ ...seen, ...fields, ...why });

export type EditScheduleInput = z.output<typeof editScheduleInput>;

/** Cancels a test; a mistaken entry disappears from the public list at once. */
export const cancelScheduleInput = z
  .strictObject({ ...seen, reason: why.reason, byMistake: z.boolean().default(false) })
  .refine(({ reason, byMistake }) => byMistake || reason !== null, { path: ["reason"], message: say("reasonWanted") });

export type CancelScheduleInput = z.output<typeof cancelScheduleInput>;

export const restoreScheduleInput = z.strictObject({ ...seen, ...why });

export type RestoreScheduleInput = z.output<typeof restoreScheduleInput>;

const states = ["planned", "cancelled"] as const;

export const listSchedulesInput = z.strictObject({
  className: classField.optional(),
  /** Tests of all sections and of this one. */
  section: sectionField.optional(),
  subject: subjectFilterField,
  q: searchField,
  /** From this date on. */
  from: dateField("from").optional(),
  /** Before this date. */
  before: dateField("before").optional(),
  order: z.enum(["latest", "soonest"]).default("latest"),
  ...pageFields,
  /** Those that take place, or cancelled ones. */
  state: z.enum(states).optional(),
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
  /** Empty means all sections. */
  sections: z.array(z.string()),
  minutes: z.number().nullable(),
  room: z.string().nullable(),
  state: z.enum(states),
  /** Where families last knew it to be. */
  movedFrom: placeView.nullable(),
  /** Why it was moved or cancelled. */
  reason: z.string().nullable(),
  /** When it was announced. */
  announcedOn: z.iso.date(),
});

export type ScheduleView = z.infer<typeof scheduleView>;

/** A test for staff: with its author, null for a deleted one, and whether the caller may change it. */
export const staffScheduleView = scheduleView.extend({
  announcedBy: z.string().nullable(),
  mayChange: z.boolean(),
  /** Entered by mistake. */
  isHidden: z.boolean(),
  rowVersion: z.number(),
});

export type StaffScheduleView = z.infer<typeof staffScheduleView>;

export const staffSchedulesPage = z.object({ items: z.array(staffScheduleView), nextCursor: z.string().nullable() });

export const schedulesPage = z.object({ items: z.array(scheduleView), nextCursor: z.string().nullable() });

export type SchedulesPage = z.infer<typeof schedulesPage>;
