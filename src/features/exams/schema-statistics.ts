import { z } from "zod";
import { idField, storedClassField } from "@/lib/fields";

const grade = z.enum(["A+", "A", "B+", "B", "C", "D", "F"]);

/**
 * The statistics of marks. For fewer than five students there is no distribution, because it would reveal individual marks.
 */
export const figuresView = z.object({
  n: z.number(),
  average: z.number(),
  median: z.number(),
  lowest: z.number(),
  highest: z.number(),
  distribution: z
    .object({
      lowerQuartile: z.number(),
      upperQuartile: z.number(),
      spread: z.number().describe("The standard deviation"),
      bands: z.array(z.object({ grade, count: z.number() })).describe("Lowest grade first"),
    })
    .nullable(),
});

export type FiguresView = z.infer<typeof figuresView>;

/** The same in percent, to compare exams with different totals. */
export const comparedView = z.object({
  n: z.number(),
  average: z.number(),
  box: z
    .object({
      lowest: z.number(),
      lowerQuartile: z.number(),
      median: z.number(),
      upperQuartile: z.number(),
      highest: z.number(),
    })
    .nullable(),
});

export type ComparedView = z.infer<typeof comparedView>;

/** The statistics of an exam's marks: the valid ones, or drafts before the release. */
export const examStatisticsView = z.object({
  totalMarks: z.number(),
  isReleased: z.boolean(),
  students: z.number().describe("Students who take the exam"),
  absent: z.number(),
  excused: z.number(),
  missing: z.number(),
  figures: figuresView.nullable(),
  sections: z.array(comparedView.extend({ section: z.string() })).describe("Only if there are several"),
  others: z
    .array(comparedView.extend({ _id: z.string(), examName: z.string() }))
    .describe("The other released exams of the class in the subject, newest first"),
});

export type ExamStatisticsView = z.infer<typeof examStatisticsView>;

export const yearStatisticsQuery = z.strictObject({
  year: idField.optional().describe("The id of a school year; the current one if absent"),
  class: storedClassField.optional(),
});

export const yearStatisticsInput = yearStatisticsQuery.prefault({});

export type YearStatisticsInput = z.output<typeof yearStatisticsInput>;

const summed = z.object({ className: z.string(), exams: z.number(), n: z.number(), average: z.number() });

/** The released exams of a year: its classes and their subjects, and for one class the exams as well. */
export const yearStatisticsView = z.object({
  years: z.array(z.object({ _id: z.string(), label: z.string() })),
  year: z
    .object({ _id: z.string(), label: z.string() })
    .nullable()
    .describe("Null before the first school year, and for a year that is not among `years`"),
  classes: z.array(summed),
  subjects: z.array(summed.extend({ subject: z.string() })),
  exams: z.array(
    comparedView.extend({
      _id: z.string(),
      subject: z.string(),
      examName: z.string(),
      examDate: z.iso.date().nullable(),
      sections: z.array(z.string()),
    }),
  ),
});

export type YearStatisticsView = z.infer<typeof yearStatisticsView>;

export const halvesInput = z.strictObject({ studentId: idField });

/** The middle half of all participants in the exam of a result, in percent. */
export const halfView = z.object({ resultId: z.string(), low: z.number(), high: z.number() });

export type HalfView = z.infer<typeof halfView>;
