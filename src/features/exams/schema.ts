import { z } from "zod";
import { classField, dateField, idField, momentView, optionalTextField, searchField, textField } from "@/lib/fields";
import { say as sayLib } from "@/lib/messages";
import { say } from "./messages";

const states = ["draft", "scheduled", "released", "withdrawn"] as const;

const section = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{1,3}$/, say("badSection"));

/** None stands for all sections. */
const sections = z
  .array(section)
  .max(30, say("tooManySections"))
  .transform((all) => [...new Set(all)].sort())
  .default([]);

const hundredths = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;

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
  sections,
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

export const listExamsInput = z
  .strictObject({
    /** A part of the name or subject. */
    search: searchField,
    /** The id of a school year; the current one if absent. */
    year: idField.optional(),
    class: classField.optional(),
    subject: z.string().max(200).optional(),
    state: z.enum(states).optional(),
    page: page.default(1),
    limit: page.max(200, say("badPage")).default(50),
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
  releasedAt: momentView.nullable(),
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
});

export type ExamsPage = z.infer<typeof examsPage>;

/** The mark of a student; null for none. */
const mark = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("scored"),
      score: z
        .number(sayLib("mustBeNumber", say("mark")))
        .min(0, sayLib("tooSmall", say("mark"), 0))
        .max(1_000_000, sayLib("tooLarge", say("mark"), 1_000_000))
        .refine(hundredths, sayLib("tooExact", say("mark"))),
    }),
    z.strictObject({ kind: z.literal("absent") }),
    z.strictObject({ kind: z.literal("excused") }),
  ])
  .nullable();

/** A changed row of a sheet; `seen` is the version it was changed from, 0 for one that had none. */
const cell = z.strictObject({
  studentId: idField,
  mark,
  remark: optionalTextField(say("remark"), 300),
  seen: z.number().int().min(0),
});

export type CellInput = z.output<typeof cell>;

export const saveCellsInput = z.strictObject({
  id: idField,
  cells: z.array(cell).min(1).max(500, say("tooManyCells")),
});

export type SaveCellsInput = z.output<typeof saveCellsInput>;

/** What the server has of a student. */
export const cellView = z.object({
  studentId: z.string(),
  mark,
  remark: z.string().nullable(),
  rowVersion: z.number(),
  /** Who changed it last, and when. */
  by: z.string().nullable(),
  at: momentView.nullable(),
});

export type CellView = z.infer<typeof cellView>;

/** What became of each changed row: saved, changed by somebody else before, or refused. */
export const savedCellsView = z.object({
  saved: z.array(z.object({ studentId: z.string(), rowVersion: z.number() })),
  conflicts: z.array(cellView),
  refused: z.array(z.object({ studentId: z.string(), why: z.string() })),
});

export type SavedCellsView = z.infer<typeof savedCellsView>;

/** A row of the sheet. */
export const sheetRowView = cellView.extend({
  name: z.string(),
  section: z.string().nullable(),
  rollNo: z.string().nullable(),
  /** Does not take the subject this year. */
  isExempt: z.boolean(),
});

export type SheetRowView = z.infer<typeof sheetRowView>;

/** An exam with a row for each student who was in the class on its day. */
export const sheetView = z.object({
  exam: examView,
  rows: z.array(sheetRowView),
  marksVersion: z.number(),
  mayChange: z.boolean(),
  mayRelease: z.boolean(),
  /** Who asks: what is not sent yet is kept for that person. */
  personId: z.string(),
});

export type SheetView = z.infer<typeof sheetView>;

export const changesInput = z.strictObject({ id: idField, since: z.number().int().min(0) });

/** The marks that were changed since a version. */
export const changesView = z.object({
  cells: z.array(cellView),
  marksVersion: z.number(),
  mayChange: z.boolean(),
  rowVersion: z.number(),
});

export type ChangesView = z.infer<typeof changesView>;

export const exemptInput = z.strictObject({ id: idField, studentId: idField, isExempt: z.boolean() });

/** What a release would do, and what is confirmed of it. */
export const releaseView = z.object({
  results: z.number(),
  absent: z.number(),
  excused: z.number(),
  noMark: z.number(),
  /** Students who get a mail. */
  mailed: z.number(),
  /** Whose address is not confirmed. */
  notConfirmed: z.number(),
  /** Who log in without an address. */
  noAddress: z.number(),
  noLogin: z.number(),
  guardiansMailed: z.number(),
  digest: z.string(),
});

export type ReleaseView = z.infer<typeof releaseView>;

export const releaseInput = z.strictObject({ id: idField, digest: z.string().regex(/^[0-9a-f]{64}$/) });

export type ReleaseInput = z.output<typeof releaseInput>;

export const testInput = z.strictObject({ scheduleId: idField });

/** The exam of an announced test, or what it would begin with. */
export const testExamView = z.object({
  examId: z.string().nullable(),
  className: z.string(),
  subject: z.string(),
  examDate: z.iso.date(),
});

export type TestExamView = z.infer<typeof testExamView>;
