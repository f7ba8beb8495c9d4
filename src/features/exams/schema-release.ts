import { z } from "zod";
import { dateField, idField, momentView, textField } from "@/lib/fields";
import { say } from "./messages";

/** How many a release concerns. */
export const releaseCounts = z.object({
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
  /** Guardians who see the results and get no mail of them. */
  guardiansNotMailed: z.number(),
});

export type ReleaseCounts = z.infer<typeof releaseCounts>;

/** What a release would do, and what is confirmed of it. */
export const releaseView = releaseCounts.extend({
  /** What was confirmed for a planned release that came back since. */
  before: releaseCounts.nullable(),
  digest: z.string(),
});

export type ReleaseView = z.infer<typeof releaseView>;

const fact = releaseCounts.keyof();

/** What a preview counts. */
export type ReleaseFact = z.infer<typeof fact>;

export const releaseFacts = fact.options;

export const releaseInput = z.strictObject({ id: idField, digest: z.string().regex(/^[0-9a-f]{64}$/) });

export type ReleaseInput = z.output<typeof releaseInput>;

/** A release at a minute of the institute's clocks. */
export const planReleaseInput = releaseInput.extend({
  date: dateField(say("releaseDate")),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, say("badTime")),
});

export type PlanReleaseInput = z.output<typeof planReleaseInput>;

export const withdrawExamInput = z.strictObject({ id: idField, reason: textField(say("reason"), 300) });

export type WithdrawExamInput = z.output<typeof withdrawExamInput>;

/** Something that happened to an exam, or to one of its results. */
export const examEventView = z.object({
  _id: z.string(),
  at: momentView,
  by: z.string().nullable(),
  kind: z.enum([
    ...["created", "edited", "scheduled", "rescheduled", "unscheduled", "released", "taken_back", "withdrawn"],
    ...["corrected", "result_withdrawn"],
  ] as const),
  results: z.number().nullable(),
  /** Absent and excused. */
  others: z.number().nullable(),
  /** The time of a planned release. */
  plannedAt: momentView.nullable(),
  /** Why a planned release did not happen. */
  why: z.enum(["changed", "called off"]).nullable(),
  reason: z.string().nullable(),
  /** Of a correction and of what was withdrawn by itself: whose result it is, and the marks before and after. */
  of: z
    .object({ studentId: z.string(), name: z.string(), before: z.number(), after: z.number().nullable() })
    .nullable(),
});

export type ExamEventView = z.infer<typeof examEventView>;

/** Which number of the preview is opened. */
export const previewPeopleInput = z.strictObject({ id: idField, fact });

export type PreviewPeopleInput = z.output<typeof previewPeopleInput>;

/** Somebody whom a number counts: a student, or a guardian with the names of the children. */
export const previewPersonView = z.object({
  studentId: z.string(),
  name: z.string(),
  section: z.string().nullable(),
  rollNo: z.string().nullable(),
  guardianOf: z.string().nullable(),
});

export type PreviewPersonView = z.infer<typeof previewPersonView>;
