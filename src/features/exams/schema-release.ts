import { z } from "zod";
import { dateField, idField, leavesView, momentView, textField, timeField } from "@/lib/fields";
import { say } from "./messages";

/** The numbers of people that a release concerns. */
export const releaseCounts = z.object({
  results: z.number(),
  secondResults: z
    .number()
    .describe("Students who already have a result with this name, subject and date: they will have two"),
  absent: z.number(),
  excused: z.number(),
  noMark: z.number(),
  mailed: z.number().describe("Students who get an email"),
  notConfirmed: z.number().describe("Students with an unconfirmed address"),
  noAddress: z.number().describe("Students without an address"),
  noLogin: z.number(),
  notWanted: z.number().describe("Students who have turned off emails about results"),
  guardiansMailed: z.number(),
  guardiansNotMailed: z.number().describe("Guardians who log in, see the results and get no email about them"),
  guardiansNotConfirmed: z.number().describe("Guardians with a login but no confirmed address, who see nothing yet"),
  guardiansNoLogin: z.number().describe("Guardians who could see the results, but have no login yet and get no email"),
});

export type ReleaseCounts = z.infer<typeof releaseCounts>;

/** The numbers of a confirmed plan; a plan from before a number was introduced lacks it. */
export const plannedCounts = releaseCounts.partial({
  secondResults: true,
  notWanted: true,
  guardiansNotConfirmed: true,
  guardiansNoLogin: true,
});

export type PlannedCounts = z.infer<typeof plannedCounts>;

/** A preview of a release, and the digest that confirms it. */
export const releaseView = releaseCounts.extend({
  before: plannedCounts.nullable().describe("The confirmed numbers of a scheduled release that was cancelled since"),
  digest: z.string(),
  releasableFrom: z.iso
    .date()
    .nullable()
    .describe("The day of the exam if it is still to come: the marks can be released from then on"),
  leaves: leavesView.describe("Emails by day if the exam were released now; null without a mail server"),
});

export type ReleaseView = z.infer<typeof releaseView>;

const fact = releaseCounts.keyof();

/** The numbers of a preview. */
export type ReleaseFact = z.infer<typeof fact>;

export const releaseFacts = fact.options;

export const releaseInput = z.strictObject({
  id: idField,
  digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/, say("digestWanted"))
    .describe("From the preview"),
});

export type ReleaseInput = z.output<typeof releaseInput>;

/** A release planned for a minute in the institute's zone. */
export const planReleaseInput = releaseInput.extend({
  date: dateField(say("releaseDate")),
  time: timeField(say("badTime")),
});

export type PlanReleaseInput = z.output<typeof planReleaseInput>;

/** An exam, and the version of it whose release or plan is meant; by default the last one. */
export const seenExamInput = z.strictObject({
  id: idField,
  rowVersion: z.number().int().optional().describe("The version that was read: 409 if it is not the last one"),
});

export type SeenExamInput = z.output<typeof seenExamInput>;

export const withdrawExamInput = seenExamInput.extend({ reason: textField(say("reason"), 300) });

export type WithdrawExamInput = z.output<typeof withdrawExamInput>;

/** An event in the history of an exam or one of its results. */
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
  /** For a correction or a single withdrawal: the student, and the marks before and after. */
  of: z
    .object({ studentId: z.string(), name: z.string(), before: z.number(), after: z.number().nullable() })
    .nullable(),
});

export type ExamEventView = z.infer<typeof examEventView>;

/** The number of the preview whose people are listed. */
export const previewPeopleInput = z.strictObject({ id: idField, fact });

export type PreviewPeopleInput = z.output<typeof previewPeopleInput>;

/** A person counted by a number: a student, or a guardian with the names of the children. */
export const previewPersonView = z.object({
  studentId: z.string(),
  name: z.string(),
  section: z.string().nullable(),
  rollNo: z.string().nullable(),
  guardianOf: z.string().nullable(),
});

export type PreviewPersonView = z.infer<typeof previewPersonView>;
