import { z } from "zod";
import { classField, dateField, idField, momentView, searchField, sectionsField, textField } from "@/lib/fields";
import { say as sayLib } from "@/lib/messages";
import { say } from "./messages";

const states = ["draft", "scheduled", "released", "withdrawn"] as const;

/** True for a number of two decimals at most. */
export const hundredths = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;

/** A number as it was typed; an empty field is none. */
const typed = (value: unknown) => (typeof value === "string" && value.trim() !== "" ? Number(value) : value);

const totalMarks = z.preprocess(
  typed,
  z
    .number(sayLib("mustBeNumber", say("totalMarks")))
    .min(1, sayLib("tooSmall", say("totalMarks"), 1))
    .max(1_000_000, sayLib("tooLarge", say("totalMarks"), 1_000_000))
    .refine(hundredths, sayLib("tooExact", say("totalMarks"))),
);

const absent = z.literal("").transform(() => undefined);

const examFields = {
  className: classField,
  sections: sectionsField,
  examName: textField(say("examName")),
  examDate: z.union([absent, dateField(say("examDate"))]).optional(),
  totalMarks,
};

/** Exams of a class under one name, one for each subject. */
export const addExamsInput = z.strictObject({
  ...examFields,
  subjects: z
    .array(textField(sayLib("subject")), say("noSubject"))
    .min(1, say("noSubject"))
    .max(30, say("tooManySubjects")),
  /** The announced test that the exam is of. */
  scheduleId: idField.optional(),
});

export type AddExamsInput = z.output<typeof addExamsInput>;

/** An exam as it is to be; `rowVersion` is the one that was seen. */
export const editExamInput = z.strictObject({
  ...examFields,
  id: idField,
  subject: textField(sayLib("subject")),
  rowVersion: z.number().int(),
});

export type EditExamInput = z.output<typeof editExamInput>;

export const examIdInput = z.strictObject({ id: idField });

const page = z.coerce.number(say("badPage")).int(say("badPage")).min(1, say("badPage")).max(10_000, say("badPage"));

/** So many exams are on a page. */
export const usualPage = 50;

export const examsQuery = z.strictObject({
  /** A part of the name or subject. */
  search: searchField,
  /** The id of a school year; the current one if absent. */
  year: idField.optional(),
  class: classField.optional(),
  subject: z.string().max(200).optional(),
  state: z.enum(states).optional(),
  page: page.default(1),
  limit: page.max(200, say("badPage")).default(usualPage),
});

export const listExamsInput = examsQuery
  .extend({
    /** Drafts whose day is here and in which somebody has no mark. */
    waits: z.enum(["marks"]).optional(),
  })
  .prefault({});

export type ListExamsInput = z.output<typeof listExamsInput>;

/** An exam as every answer shows it. */
export const examView = z.object({
  _id: z.string(),
  year: z.object({ _id: z.string(), label: z.string() }),
  className: z.string(),
  sections: z.array(z.string()),
  subject: z.string(),
  examName: z.string(),
  examDate: z.iso.date().nullable(),
  totalMarks: z.number(),
  state: z.enum(states),
  releaseAt: momentView.nullable(),
  /** A backup was restored after the planned time: somebody decides. */
  isHeld: z.boolean(),
  releasedAt: momentView.nullable(),
  /** Until then the last release can be taken back. */
  tellAt: momentView.nullable(),
  rowVersion: z.number(),
});

export type ExamView = z.infer<typeof examView>;

/** A row of the list, with how far its marks are. */
export const examRowView = examView.extend({
  /** Who takes it. */
  students: z.number(),
  /** With a mark, absent or excused. */
  entered: z.number(),
  absent: z.number(),
  excused: z.number(),
  average: z.number().nullable(),
});

export type ExamRowView = z.infer<typeof examRowView>;

export const examsPage = z.object({
  items: z.array(examRowView),
  page: z.number(),
  total: z.number(),
  /** What the filter for the subject offers. */
  subjects: z.array(z.string()),
  years: z.array(z.object({ _id: z.string(), label: z.string() })),
  /** Planned releases that wait for somebody since a backup was restored. */
  held: z.array(examView),
});

export type ExamsPage = z.infer<typeof examsPage>;

export const testInput = z.strictObject({ scheduleId: idField });

/** The exam of an announced test, or what it would begin with. */
export const testExamView = z.object({
  examId: z.string().nullable(),
  className: z.string(),
  subject: z.string(),
  examDate: z.iso.date(),
});

export type TestExamView = z.infer<typeof testExamView>;
