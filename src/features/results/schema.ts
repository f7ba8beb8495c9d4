import { z } from "zod";
import {
  classField,
  dateField,
  emailField,
  idField,
  isStorable,
  momentView,
  optionalTextField,
  pageFields,
  unusable,
} from "@/lib/fields";
import { copy } from "./copy";

// An empty field is no number; `Number("")` would make it a zero.
function typed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return value.trim() === "" ? null : Number(value);
}

const number = (label: string) => z.number(`${label} must be a number.`);
const rounded = (value: number) => Math.round(value * 100) / 100;
// What a program has reckoned, 0.1 + 0.2, has more digits than were meant.
const hundredths = (value: number) => Math.abs(value - rounded(value)) < 1e-8;
const marks = (label: string, least: number) =>
  z.preprocess(
    typed,
    number(label)
      .min(least, `${label} must be ${least} or more.`)
      .max(1_000_000, `${label} must be 1000000 or less.`)
      .refine(hundredths, `${label} can have two decimals at most.`)
      .overwrite(rounded),
  );

const gpa = z.preprocess(
  typed,
  number("GPA")
    .min(0, "GPA must be 0 or more.")
    .max(10, "GPA must be 10 or less.")
    .refine(hundredths, "GPA can have two decimals at most.")
    .overwrite(rounded)
    .nullish(),
);

/** One exam result as the administrator enters it (spec §5, decision 14). */
export const resultInput = z
  .strictObject({
    studentEmail: emailField,
    className: classField,
    score: marks("Obtained Score", 0),
    totalMarks: marks("Total Marks", 1),
    gpa: gpa.optional(),
    examName: optionalTextField("Exam Name"),
    subject: optionalTextField("Subject"),
    examDate: dateField("Exam Date").nullish(),
    percentage: z
      .union([z.number(), z.string(), z.null()], "percentage must be a number.")
      .optional()
      .meta({ description: "It is taken and not read: the percentage is reckoned from score and total." }),
  })
  .refine(({ score, totalMarks }) => score <= totalMarks, { path: ["score"], message: copy.scoreAboveTotal })
  .transform(({ percentage: _, ...result }) => result);

export type ResultInput = z.output<typeof resultInput>;

export const addResultsInput = z.strictObject({
  results: z
    .array(resultInput, "results must be a list.")
    .min(1, "Please add at least one result.")
    .max(1000, "Please add 1000 results at a time at most."),
});

/** A page of the student's own results. */
export const ownResultsInput = z.strictObject(pageFields);

export type ResultsPageInput = z.output<typeof ownResultsInput>;

/** Whose results are asked for. */
export const studentInput = z.strictObject({ email: z.string().max(1000).refine(isStorable, unusable("Email")) });

/** A page of the results behind an address. */
export const resultsOfInput = studentInput.extend(pageFields);

/** A result as every answer shows it (spec §3). */
export const resultView = z.object({
  _id: z.string(),
  className: z.string(),
  score: z.number(),
  totalMarks: z.number(),
  /** Not rounded; screens show one decimal (decision 15). */
  percentage: z.number(),
  grade: z.string(),
  gpa: z.number().nullable(),
  examName: z.string().nullable(),
  subject: z.string().nullable(),
  examDate: z.iso.date().nullable(),
  createdAt: momentView,
});

export type ResultView = z.infer<typeof resultView>;

/** A page of a student's results, and the newest of them all. */
export const resultsPage = z.object({
  newest: resultView,
  items: z.array(resultView),
  nextCursor: z.string().nullable(),
});

export type ResultsPage = z.infer<typeof resultsPage>;

/** One of the student's own results; new until the page has shown it (decision 16). */
export const myResultView = resultView.extend({ isNew: z.boolean() });

export type MyResultView = z.infer<typeof myResultView>;

/** The results that a page has shown. */
export const readResultsInput = z.strictObject({ ids: z.array(idField).min(1).max(1000) });

/** A result just written, with the address it was written for. */
export const addedResultView = resultView.extend({ studentEmail: z.string() });
