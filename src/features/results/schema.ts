import { z } from "zod";
import type { Label } from "@/lib/catalogue";
import { decimalField, typedNumber } from "@/lib/decimals";
import {
  classField,
  dateField,
  emailField,
  idField,
  isStorable,
  momentView,
  optionalTextField,
  pageFields,
  sentKey,
  textField,
} from "@/lib/fields";
import { say as sayLib } from "@/lib/messages";
import { say } from "./messages-refusals";

export type { AbsenceView } from "@/features/exams/schema-absences";

const marks = (label: Label, least: number) => z.preprocess(typedNumber, decimalField(label, least, 1_000_000));
const gpa = z.preprocess(typedNumber, decimalField(say("gpa"), 0, 10).nullish());

/** One exam result as the administrator enters it (spec §5, decision 14). */
export const resultInput = z
  .strictObject({
    studentEmail: emailField,
    studentId: idField
      .optional()
      .meta({ description: "The student whom the caller means; refused if the address is somebody else's by now." }),
    className: classField,
    score: marks(say("score"), 0),
    totalMarks: marks(say("total"), 1),
    gpa: gpa.optional(),
    examName: optionalTextField(say("exam")),
    subject: optionalTextField(sayLib("subject")),
    examDate: dateField(say("examDate")).nullish(),
    percentage: z
      .union([z.number(), z.string(), z.null()], say("badPercentage"))
      .optional()
      .meta({ description: "Accepted but ignored: the percentage is computed from score and total." }),
  })
  .refine(({ score, totalMarks }) => score <= totalMarks, { path: ["score"], message: say("scoreAboveTotal") })
  .transform(({ percentage: _, ...result }) => result);

export type ResultInput = z.output<typeof resultInput>;

export const addResultsInput = z.strictObject({
  results: z.array(resultInput, say("badList")).min(1, say("noResults")).max(1000, say("tooManyResults")),
});

/** The results of a form, with the key that the form has made. */
export const addOnceInput = addResultsInput.extend({ key: sentKey });

export type AddOnceInput = z.output<typeof addOnceInput>;

/** The caller's own results, or those of a child. */
export const familyInput = z.strictObject({ studentId: idField.optional() }).optional();

/** A class that a person follows; without a section, the whole class. */
export const placeView = z.object({ className: z.string(), section: z.string().nullable() });

export const resultsQuery = z.strictObject(pageFields);

export type ResultsPageInput = z.output<typeof resultsQuery>;

/** Of the caller, or of a child. */
export const ownResultsInput = resultsQuery.extend({
  studentId: idField.optional().describe("The `_id` of a child, for guardians"),
});

export const studentInput = z.strictObject({
  email: z
    .string()
    .max(1000)
    .refine(isStorable, sayLib("unusable", sayLib("email")))
    .describe("The address of a student"),
});

export const resultsOfInput = studentInput.extend(pageFields);

/** A result as every answer shows it (spec §3). */
export const resultView = z.object({
  _id: z.string(),
  className: z.string(),
  score: z.number(),
  totalMarks: z.number(),
  percentage: z.number().describe("Not rounded; screens show one decimal"),
  grade: z.string(),
  gpa: z.number().nullable(),
  examName: z.string().nullable(),
  subject: z.string().nullable(),
  examDate: z.iso.date().nullable(),
  createdAt: momentView,
});

export type ResultView = z.infer<typeof resultView>;

/** A result to compare with others of its subject, whose name may have changed since. */
export const comparedResultView = resultView.extend({
  subjectToday: z.string().nullable().describe("What its subject is called today"),
});

export type ComparedResultView = z.infer<typeof comparedResultView>;

/** A page of a student's results, and the newest of all. */
export const resultsPage = z.object({
  newest: resultView,
  items: z.array(resultView),
  nextCursor: z.string().nullable(),
});

export type ResultsPage = z.infer<typeof resultsPage>;

const reason = textField(say("reason"), 300);

/** Corrects the version of a result that the caller has seen. A missing GPA stays unchanged; null removes it. */
export const correctResultInput = z.strictObject({
  id: idField,
  score: marks(say("score"), 0),
  gpa: gpa.optional(),
  reason,
});

export type CorrectResultInput = z.output<typeof correctResultInput>;

export const withdrawResultInput = z.strictObject({ id: idField, reason });

export type WithdrawResultInput = z.output<typeof withdrawResultInput>;

/** Each id is that of the version that the caller has seen. */
export const takeBackResultsInput = z.strictObject({ ids: z.array(idField).min(1).max(100) });

export type TakeBackResultsInput = z.output<typeof takeBackResultsInput>;

const marksView = z.object({ score: z.number(), gpa: z.number().nullable() });

export const correctionView = z.object({ at: momentView, reason: z.string(), before: marksView, after: marksView });

export type CorrectionView = z.infer<typeof correctionView>;

/** A withdrawn result without marks; a premature one that was undone has no reason. After an undone correction, the earlier marks count. */
export const withdrawnResultView = resultView
  .pick({ _id: true, className: true, examName: true, subject: true, examDate: true, createdAt: true })
  .extend({ withdrawnAt: momentView, reason: z.string().nullable(), isOfExam: z.boolean(), isCorrection: z.boolean() });

export type WithdrawnResultView = z.infer<typeof withdrawnResultView>;

/**
 * One of the student's own results; new until a page has shown it (decision 16), with corrections, newest first, and the
 * teacher's remark.
 */
export const myResultView = comparedResultView.extend({
  isNew: z.boolean(),
  isUnseen: z
    .boolean()
    .describe(
      "A page that shows it has to mark it as read: a new result, or a correction that can still be taken back",
    ),
  remark: z.string().nullable(),
  corrections: z.array(correctionView),
});

export type MyResultView = z.infer<typeof myResultView>;

export const readResultsInput = z.strictObject({
  ids: z.array(idField).min(1).max(1000),
  studentId: idField.optional(),
});

/** A new result, with the address it was added for and its student. */
export const addedResultView = resultView.extend({
  studentEmail: z.string(),
  studentId: z.string(),
  studentName: z.string(),
  joinedRoster: z.boolean().describe("This result added the student to the roster"),
  joinedClass: z
    .string()
    .nullable()
    .describe("The class of a student whom this result added to the roster; null before a school year has begun"),
});

export type AddedResultView = z.infer<typeof addedResultView>;
