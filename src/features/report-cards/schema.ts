import { z } from "zod";
import { classField, dateField, idField, momentView, optionalTextField, sectionField, textField } from "@/lib/fields";
import { say as sayLib } from "@/lib/messages";
import { say } from "./messages";
import { longestLine, longestRemark, mostDays, mostLines } from "./schema-limits";

/** Most students of a set. */
export const mostCards = 600;

/** Most exams of a set. */
const mostExams = 200;

const yearRef = z.object({ _id: z.string(), label: z.string() });

/** The cards of a class for a period. */
export const setView = z.object({
  _id: z.string(),
  title: z.string(),
  year: yearRef,
  className: z.string(),
  section: z.string().nullable(),
  lastDay: z.iso.date(),
  daysOpen: z.number().nullable(),
  rowVersion: z.number(),
});

export type SetView = z.infer<typeof setView>;

export const listSetsInput = z.strictObject({ year: idField.optional() });

/** The sets of a year, with how many cards of each are issued. */
export const setsView = z.object({
  years: z.array(yearRef),
  year: yearRef.nullable(),
  items: z.array(setView.extend({ issued: z.number() })),
  /** May make and issue them. */
  mayMake: z.boolean(),
});

export type SetsView = z.infer<typeof setsView>;

export const choicesInput = z.strictObject({
  year: idField.optional(),
  class: classField,
  section: sectionField.optional(),
});

/** A released exam that a set may have. */
export const examChoiceView = z.object({
  _id: z.string(),
  examName: z.string(),
  subject: z.string(),
  examDate: z.iso.date().nullable(),
  sections: z.array(z.string()),
});

export type ExamChoiceView = z.infer<typeof examChoiceView>;

const days = (label: "daysOpen" | "daysPresent", least: number) =>
  z
    .number(sayLib("mustBeNumber", say(label)))
    .int(sayLib("mustBeNumber", say(label)))
    .min(least, sayLib("tooSmall", say(label), least))
    .max(mostDays, sayLib("tooLarge", say(label), mostDays));

const setFields = {
  title: textField(say("period"), 60),
  lastDay: dateField(say("lastDay")).optional(),
  daysOpen: days("daysOpen", 1)
    .nullish()
    .transform((given) => given ?? null),
  examIds: z.array(idField).min(1, say("noExams")).max(mostExams, say("tooManyExams", mostExams)),
};

export const addSetInput = choicesInput.extend(setFields);

export type AddSetInput = z.output<typeof addSetInput>;

export const setIdInput = z.strictObject({ id: idField });

export const editSetInput = setIdInput.extend({ ...setFields, rowVersion: z.number().int() });

export type EditSetInput = z.output<typeof editSetInput>;

const entry = z.strictObject({
  studentId: idField,
  daysPresent: days("daysPresent", 0).nullable(),
  remarkTeacher: optionalTextField(say("remarkTeacher"), longestRemark, true),
  remarkHead: optionalTextField(say("remarkHead"), longestRemark, true),
  lines: z.array(textField(say("lines"), longestLine)).max(mostLines, say("tooManyLines", mostLines)),
  /** The version it was changed from, 0 where there was none. */
  seen: z.number().int().min(0),
});

export type EntryInput = z.output<typeof entry>;

export const saveEntriesInput = setIdInput.extend({ entries: z.array(entry).min(1).max(mostCards) });

export type SaveEntriesInput = z.output<typeof saveEntriesInput>;

/** What is typed for the card of a student. */
export const entryView = z.object({
  studentId: z.string(),
  daysPresent: z.number().nullable(),
  remarkTeacher: z.string().nullable(),
  remarkHead: z.string().nullable(),
  lines: z.array(z.string()),
  rowVersion: z.number(),
});

export type EntryView = z.infer<typeof entryView>;

/** What became of each entry: saved, changed by somebody else before, or refused. */
export const savedEntriesView = z.object({
  saved: z.array(z.object({ studentId: z.string(), rowVersion: z.number() })),
  conflicts: z.array(entryView),
  refused: z.array(z.object({ studentId: z.string(), why: z.string() })),
});

export type SavedEntriesView = z.infer<typeof savedEntriesView>;

/** How the card of a student stands: none, issued, issued and different by now, or withdrawn. */
const cardStanding = z.enum(["none", "issued", "changed", "withdrawn"]);

export const sheetRowView = entryView.extend({
  name: z.string(),
  section: z.string().nullable(),
  rollNo: z.string().nullable(),
  percent: z.string().nullable(),
  grade: z.string().nullable(),
  /** Marks of the chosen exams that are not there. */
  missing: z.number(),
  /** Signs that no typeface has. */
  unprintable: z.string(),
  standing: cardStanding,
  card: z
    .object({ _id: z.string(), number: z.string(), issuedAt: momentView.nullable(), reason: z.string().nullable() })
    .nullable(),
});

export type SheetRowView = z.infer<typeof sheetRowView>;

/** A set with a row for each student. */
export const sheetView = z.object({
  set: setView,
  exams: z.array(examChoiceView.extend({ isReleased: z.boolean() })),
  rows: z.array(sheetRowView),
  mayMake: z.boolean(),
  /** Who asks: what is not sent yet is kept for that person. */
  personId: z.string(),
});

export type SheetView = z.infer<typeof sheetView>;

export const studentCardInput = setIdInput.extend({ studentId: idField });

/** Without students, all whose card is not issued yet or has changed. */
export const issueInput = setIdInput.extend({ students: z.array(idField).min(1).max(mostCards).optional() });

export const withdrawInput = setIdInput.extend({ reason: textField(say("reason"), 300) });

export const pdfView = z.object({ name: z.string(), type: z.string(), base64: z.string() });

export const startedView = z.object({ taskId: z.string() });

/** What the tasks of this room work through. */
export const issueTaskInput = z.strictObject({ setId: z.uuid(), students: z.array(z.uuid()) });

export type IssueTaskInput = z.output<typeof issueTaskInput>;

export const printTaskInput = z.strictObject({ setId: z.uuid() });
