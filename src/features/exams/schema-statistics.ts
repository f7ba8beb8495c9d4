import { z } from "zod";
import { classField, idField } from "@/lib/fields";

const grade = z.enum(["A+", "A", "B+", "B", "C", "D", "F"]);

/** What marks come to. Below five students there is no distribution: it would say who has which mark. */
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
      /** The standard deviation. */
      spread: z.number(),
      /** The worst grade first. */
      bands: z.array(z.object({ grade, count: z.number() })),
    })
    .nullable(),
});

export type FiguresView = z.infer<typeof figuresView>;

/** The same in percent, as far as exams of different totals are compared. */
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

/** What the marks of an exam come to: those that count, or drafts before the release. */
export const examStatisticsView = z.object({
  totalMarks: z.number(),
  isReleased: z.boolean(),
  /** Who takes it. */
  students: z.number(),
  absent: z.number(),
  excused: z.number(),
  missing: z.number(),
  figures: figuresView.nullable(),
  /** Where there are several. */
  sections: z.array(comparedView.extend({ section: z.string() })),
  /** The other released exams of the class in the subject, the latest first. */
  others: z.array(comparedView.extend({ _id: z.string(), examName: z.string() })),
});

export type ExamStatisticsView = z.infer<typeof examStatisticsView>;

export const yearStatisticsQuery = z.strictObject({
  /** The id of a school year; the current one if absent. */
  year: idField.optional(),
  class: classField.optional(),
});

export const yearStatisticsInput = yearStatisticsQuery.prefault({});

export type YearStatisticsInput = z.output<typeof yearStatisticsInput>;

const summed = z.object({ className: z.string(), exams: z.number(), n: z.number(), average: z.number() });

/** The released exams of a year: its classes, their subjects, and of one class the exams, too. */
export const yearStatisticsView = z.object({
  years: z.array(z.object({ _id: z.string(), label: z.string() })),
  year: z.object({ _id: z.string(), label: z.string() }).nullable(),
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

/** The middle half of everyone who took the exam of a result, in percent. */
export const halfView = z.object({ resultId: z.string(), low: z.number(), high: z.number() });

export type HalfView = z.infer<typeof halfView>;
