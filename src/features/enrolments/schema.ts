import { z } from "zod";
import type { Label } from "@/lib/catalogue";
import {
  classField,
  dateField,
  idField,
  optionalSectionField,
  optionalTextField,
  pageFields,
  refusedView,
  storedClassField,
  textField,
} from "@/lib/fields";
import { say } from "./messages";

const rollNo = z.preprocess(
  (value) => {
    if (typeof value === "string") return value.normalize("NFKC");
    return Number.isSafeInteger(value) && Number(value) >= 0 ? String(value) : value;
  },
  optionalTextField(say("rollNo"), 20),
);

/** No day is planned this far ahead: the year must be mistyped. */
const farAhead = 400 * 24 * 60 * 60 * 1000;
const near = (label: Label) =>
  dateField(label).refine((day) => Date.parse(day) <= Date.now() + farAhead, say("farAhead"));

/**
 * A place in a class. By default, the year is the current one, or that of a later first day; the first day is today, or that
 * of a year that has not begun.
 */
export const placeFields = {
  section: optionalSectionField,
  rollNo,
  year: idField
    .optional()
    .describe(
      "The `_id` of a school year from `/api/years`; if absent, the current year, or the year of a later first day",
    ),
  fromDay: near(say("fromDay"))
    .optional()
    .describe("The first day; if absent, today, or the first day of a year that has not begun"),
};

export const listEnrolmentsInput = z.strictObject({
  studentId: idField.optional().describe("The `_id` of a student"),
  year: idField.optional().describe("The `_id` of a school year"),
  className: storedClassField.optional(),
  ...pageFields,
});

export type ListEnrolmentsInput = z.output<typeof listEnrolmentsInput>;

export const enrolmentIdInput = z.strictObject({ id: idField });

/** Enrols a student, for the first time or again. */
export const enrolInput = z.strictObject({ studentId: idField, className: classField, ...placeFields });

export type EnrolInput = z.output<typeof enrolInput>;

/** A new section, roll number or first day; missing fields stay unchanged. */
export const changeEnrolmentInput = z.strictObject({
  id: idField,
  section: z.union([z.null(), optionalSectionField]).optional(),
  rollNo: z.union([z.null(), rollNo]).optional(),
  fromDay: near(say("fromDay")).optional(),
  rowVersion: z.number().int().optional().describe("The version that was read: 409 if it is not the last one"),
});

export type ChangeEnrolmentInput = z.output<typeof changeEnrolmentInput>;

const day = near(say("day"));
const enrolmentId = idField
  .optional()
  .describe("The `_id` of the open enrolment that was read: 409 if another one is open now");

/** Moves a student to another class or section during the year, from a date on. */
export const moveInput = z.strictObject({
  studentId: idField,
  enrolmentId,
  className: classField,
  section: optionalSectionField,
  rollNo,
  day: day.optional().describe("The first day there; if absent, today, or the first day of a coming class"),
});

export type MoveInput = z.output<typeof moveInput>;

/** Ends an enrolment. */
export const endInput = z.strictObject({
  studentId: idField,
  enrolmentId,
  day,
  reason: textField(say("reason"), 300),
  mistake: z
    .boolean()
    .default(false)
    .describe("Whether the enrolment was entered by mistake: the student was never in this class"),
});

export type EndInput = z.output<typeof endInput>;

/** The classes proposed by the latest results, as confirmed by the office. */
export const confirmProposedInput = z.strictObject({
  students: z
    .array(z.strictObject({ studentId: idField, className: classField, section: optionalSectionField, rollNo }))
    .min(1, say("nobodyChosen"))
    .max(1000, say("tooManyChosen")),
  year: idField.optional(),
});

export type ConfirmProposedInput = z.output<typeof confirmProposedInput>;

const chosen = z.array(idField).min(1, say("nobodyChosen")).max(1000, say("tooManyChosen"));

/** The year of the list from which the students were chosen: a student who is now in a class of another year is rejected. */
const year = idField.optional();

/** One class and section for many: enrolled students move, others are enrolled. Roll numbers are reassigned. */
export const placeManyInput = z.strictObject({
  students: chosen,
  year,
  className: classField,
  section: optionalSectionField,
  day: day.optional(),
});

export type PlaceManyInput = z.output<typeof placeManyInput>;

export const endManyInput = z.strictObject({ students: chosen, year, day, reason: textField(say("reason"), 300) });

export type EndManyInput = z.output<typeof endManyInput>;

/** The result for each: done, or rejected with the reason. */
export const rowsDoneView = z.object({
  done: z.number(),
  refused: refusedView,
});

export type RowsDoneView = z.infer<typeof rowsDoneView>;

/** The result for proposed classes, with the first day of the students in them. */
export const confirmedView = rowsDoneView.extend({ firstDay: z.string() });

export type ConfirmedView = z.infer<typeof confirmedView>;

export const enrolmentView = z.object({
  _id: z.string(),
  studentId: z.string(),
  year: z.object({ _id: z.string(), label: z.string() }),
  className: z.string(),
  section: z.string().nullable(),
  rollNo: z.string().nullable(),
  fromDay: z.iso.date(),
  toDay: z.iso.date().nullable().describe("The last day; null while the enrolment is open"),
  endReason: z.enum(["moved", "left", "promoted", "mistake"]).nullable(),
  rowVersion: z.number(),
});

export type EnrolmentView = z.infer<typeof enrolmentView>;

export const enrolmentsPage = z.object({ items: z.array(enrolmentView), nextCursor: z.string().nullable() });
