import { z } from "zod";
import { classField, dateField, idField, optionalTextField, pageFields, searchField, textField } from "@/lib/fields";
import { say as sayLib } from "@/lib/messages";
import { say } from "./messages";

/** A test as the administrator announces it (spec §5, decision 20). */
export const scheduleInput = z.strictObject({
  className: classField,
  subject: textField(sayLib("subject")),
  testDate: dateField(say("date")),
  testTime: z.string(say("timeRequired")).regex(/^([01]\d|2[0-3]):[0-5]\d$/, say("badTime")),
  description: optionalTextField(say("description"), 2000, true),
});

export type ScheduleInput = z.output<typeof scheduleInput>;

export const listSchedulesInput = z.strictObject({
  className: classField.optional(),
  q: searchField,
  /** Tests of this date and later ones. */
  from: dateField("from").optional(),
  /** Tests before this date. */
  before: dateField("before").optional(),
  order: z.enum(["latest", "soonest"]).default("latest"),
  ...pageFields,
});

export type ListSchedulesInput = z.output<typeof listSchedulesInput>;

export const scheduleIdInput = z.strictObject({ id: idField });

/** A test schedule as every answer shows it (spec §3); `className` is `Class 7` here (decision 10). */
export const scheduleView = z.object({
  _id: z.string(),
  className: z.string(),
  subject: z.string(),
  testDate: z.iso.date(),
  testTime: z.string(),
  description: z.string().nullable(),
});

export type ScheduleView = z.infer<typeof scheduleView>;

/** A test as staff see it: with who announced it, null for somebody who is gone, and whether the caller may take it back. */
export const staffScheduleView = scheduleView.extend({
  announcedBy: z.string().nullable(),
  mayRemove: z.boolean(),
});

export type StaffScheduleView = z.infer<typeof staffScheduleView>;

export const staffSchedulesPage = z.object({ items: z.array(staffScheduleView), nextCursor: z.string().nullable() });

export const schedulesPage = z.object({ items: z.array(scheduleView), nextCursor: z.string().nullable() });

export type SchedulesPage = z.infer<typeof schedulesPage>;
