import { z } from "zod";
import { decimalField, typedNumber } from "@/lib/decimals";
import {
  classField,
  dateField,
  idField,
  momentView,
  searchField,
  sectionsField,
  storedClassField,
  subjectFilterField,
  textField,
  wholeField,
} from "@/lib/fields";
import { say as sayLib } from "@/lib/messages";
import { say } from "./messages";
import { examFilters, examStates, waitFilters } from "./schema-states";

const totalMarks = z.preprocess(typedNumber, decimalField(say("totalMarks"), 1, 1_000_000));

/** The text with single spaces: a page shows no others. */
export const singleSpaced = (text: string) => text.replaceAll(/\s+/g, " ");

const absent = z.union([z.literal(""), z.null()]).transform(() => undefined);

const examFields = {
  className: classField,
  sections: sectionsField,
  examName: textField(say("examName")).overwrite(singleSpaced),
  examDate: z
    .union([absent, dateField(say("examDate"))])
    .optional()
    .describe("The date of the exam; null or empty for none yet"),
  totalMarks,
};

/** Exams of a class under one name, one for each subject. */
export const addExamsInput = z.strictObject({
  ...examFields,
  subjects: z
    .array(textField(sayLib("subject")), say("noSubject"))
    .min(1, say("noSubject"))
    .max(30, say("tooManySubjects")),
  scheduleId: idField.optional().describe("The announced test of the exam"),
  testDate: dateField(say("examDate"))
    .optional()
    .describe("The date of the test that was read: 409 if `examDate` is still this one and the test has moved"),
});

export type AddExamsInput = z.output<typeof addExamsInput>;

/** The new values of an exam; without a subject, the exam keeps its own. */
export const editExamInput = z.strictObject({
  ...examFields,
  className: storedClassField,
  id: idField,
  subject: textField(sayLib("subject")).optional(),
  rowVersion: z.number().int().describe("The version that was read: 409 if it is not the last one"),
});

export type EditExamInput = z.output<typeof editExamInput>;

export const examIdInput = z.strictObject({ id: idField });

/** Number of exams per page. */
export const usualPage = 50;

export const examsQuery = z.strictObject({
  search: searchField.describe("A part of the name or subject"),
  year: idField
    .optional()
    .describe(
      "The id of a school year; if absent, the current year, or all years for `scheduled`, `held` and `cameBack`",
    ),
  class: storedClassField.optional(),
  subject: subjectFilterField.describe("The whole name of a subject, or a spelling of it"),
  state: z
    .enum(examFilters)
    .optional()
    .describe(
      "`held`: scheduled releases that need a decision after a restore; `scheduled` does not include them. `cameBack`: drafts whose scheduled release was cancelled because something changed, for people who may release",
    ),
  page: wholeField(10_000, say("badPage")).describe("The number of the page, from 1").default(1),
  limit: wholeField(200, say("badLimit")).default(usualPage).describe("How many at most"),
});

export const listExamsInput = examsQuery
  .extend({
    /** Unreleased exams whose day has come and that lack marks; for people who may release, also complete drafts and late marks. */
    waits: z.enum(waitFilters).optional(),
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
  state: z.enum(examStates),
  releaseAt: momentView.nullable(),
  isHeld: z.boolean().describe("A backup was restored after the scheduled time: the office has to decide"),
  releasedAt: momentView.nullable(),
  tellAt: momentView.nullable().describe("Until when the last release can be undone"),
  rowVersion: z.number(),
});

export type ExamView = z.infer<typeof examView>;

/** A row of the list, with the progress of its marks. */
export const examRowView = examView.extend({
  students: z.number().describe("Students who take the exam"),
  entered: z
    .number()
    .describe("Students with a mark; absent and excused ones are counted separately, the others lack one"),
  absent: z.number(),
  excused: z.number(),
  average: z.number().nullable(),
  waits: z
    .enum(["release", "late", "cameBack"])
    .nullable()
    .describe(
      "For people who may release. `release`: a draft in which nobody lacks a mark; `late`: a released exam with late marks to release; `cameBack`: as in the filter `state`",
    ),
});

export type ExamRowView = z.infer<typeof examRowView>;

export const examsPage = z.object({
  items: z.array(examRowView),
  page: z.number(),
  total: z.number(),
  subjects: z.array(z.string()).describe("The options of the subject filter"),
  years: z.array(z.object({ _id: z.string(), label: z.string() })),
  held: z.array(examView).describe("Scheduled releases on hold after a backup was restored"),
});

export type ExamsPage = z.infer<typeof examsPage>;

export const testInput = z.strictObject({ scheduleId: idField });

/** The exam of an announced test, or if it has none the initial values for one. */
export const testExamView = z.object({
  examId: z.string().nullable(),
  className: z.string(),
  /** The sections of the test that lack an exam and for which the caller may enter marks; an empty list means all. */
  sections: z.array(z.string()),
  subject: z.string(),
  examDate: z.iso.date(),
});

export type TestExamView = z.infer<typeof testExamView>;
