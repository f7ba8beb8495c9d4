import { z } from "zod";
import { typedNumber } from "@/lib/decimals";
import {
  classField,
  dateField,
  idField,
  momentView,
  namesStudentsOnce,
  optionalTextField,
  sectionField,
  sentFields,
  storedClassField,
  textField,
} from "@/lib/fields";
import { say as sayLib } from "@/lib/messages";
import { say } from "./messages";
import { longestLine, longestRemark, mostDays, mostLines } from "./schema-limits";

/** Maximum number of students in a set. */
export const mostCards = 600;

/** Maximum number of exams in a set. */
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

/** The sets of a year, with the number of their students in the caller's scope, and of those students' issued cards. */
export const setsView = z.object({
  /** The latest first. */
  years: z.array(yearRef.extend({ isCurrent: z.boolean(), sets: z.number() })),
  year: yearRef.nullable(),
  items: z.array(setView.extend({ issued: z.number(), students: z.number() })),
  /** The caller may add sets and issue cards. */
  mayMake: z.boolean(),
});

export type SetsView = z.infer<typeof setsView>;

export const choicesInput = z.strictObject({
  year: idField.optional(),
  class: storedClassField,
  section: sectionField.optional(),
});

/** A released exam that a set can contain. */
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
  daysOpen: z.preprocess(typedNumber, days("daysOpen", 1).nullish()).transform((given) => given ?? null),
  examIds: z.array(idField).min(1, say("noExams")).max(mostExams, say("tooManyExams", mostExams)),
};

export const addSetInput = choicesInput.extend({ class: classField, ...setFields, ...sentFields });

export type AddSetInput = Omit<z.output<typeof addSetInput>, "key">;

export const setIdInput = z.strictObject({ id: idField });

export const editSetInput = setIdInput.extend({
  ...setFields,
  lastDay: dateField(say("lastDay")),
  rowVersion: z.number().int(),
});

export type EditSetInput = z.output<typeof editSetInput>;

// The sheet joins lines by semicolons.
const line = textField(say("lines"), longestLine).refine((text) => !text.includes(";"), say("noSemicolon"));

const entry = z.strictObject({
  studentId: idField,
  daysPresent: days("daysPresent", 0).nullable(),
  remarkTeacher: optionalTextField(say("remarkTeacher"), longestRemark, true),
  remarkHead: optionalTextField(say("remarkHead"), longestRemark, true),
  lines: z.array(line).max(mostLines, say("tooManyLines", mostLines)),
  /** The version that was edited, 0 for none. */
  seen: z.number().int().min(0),
});

export type EntryInput = z.output<typeof entry>;

export const saveEntriesInput = setIdInput.extend({
  entries: z.array(entry).min(1).max(mostCards).superRefine(namesStudentsOnce),
});

export type SaveEntriesInput = z.output<typeof saveEntriesInput>;

/** The input for a student's card. */
export const entryView = z.object({
  studentId: z.string(),
  daysPresent: z.number().nullable(),
  remarkTeacher: z.string().nullable(),
  remarkHead: z.string().nullable(),
  lines: z.array(z.string()),
  rowVersion: z.number(),
});

export type EntryView = z.infer<typeof entryView>;

/** The result for each entry: saved, changed by somebody else before, or rejected. */
export const savedEntriesView = z.object({
  saved: z.array(z.object({ studentId: z.string(), rowVersion: z.number() })),
  conflicts: z.array(entryView),
  refused: z.array(z.object({ studentId: z.string(), why: z.string() })),
});

export type SavedEntriesView = z.infer<typeof savedEntriesView>;

/** The state of a student's card: none, issued, issued and outdated, or withdrawn. */
const cardStanding = z.enum(["none", "issued", "changed", "withdrawn"]);

export const sheetRowView = entryView.extend({
  name: z.string(),
  section: z.string().nullable(),
  rollNo: z.string().nullable(),
  /** Was in the class on the day of the set; otherwise the student only has a card. */
  isInClass: z.boolean(),
  percent: z.string().nullable(),
  grade: z.string().nullable(),
  /** Missing marks of the selected exams. */
  missing: z.number(),
  /** Characters that no font contains. */
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
  /** Released exams of the same names, which the set lacks; for people who may change it. */
  later: z.array(examChoiceView),
  rows: z.array(sheetRowView),
  /** The day of the set on which nobody was in the class, though it has students on others. */
  emptyOn: z.iso.date().nullable(),
  mayMake: z.boolean(),
  /** Cards name the institute as it has published itself, not as the product does. */
  ownFacts: z.boolean(),
  /** Where the QR codes of the cards lead, and whether only this computer can open it. */
  verify: z.object({ address: z.string(), isLocal: z.boolean() }),
  /** The caller, whose unsaved input the browser keeps. */
  personId: z.string(),
});

export type SheetView = z.infer<typeof sheetView>;

export const studentCardInput = setIdInput.extend({ studentId: idField });

/** Without `students`, all whose card was not issued or has changed. A withdrawn card is only issued again if it is named. */
export const issueInput = setIdInput.extend({
  students: z.array(idField).min(1).max(mostCards).optional(),
  withdrawn: z.array(idField).max(mostCards).optional(),
});

export type IssueInput = z.output<typeof issueInput>;

export const withdrawInput = setIdInput.extend({ reason: textField(say("reason"), 300) });

/** The inputs of this room's tasks. */
export const issueTaskInput = z.strictObject({
  setId: z.uuid(),
  students: z.array(z.uuid()),
  withdrawn: z.array(z.uuid()).optional(),
});

export type IssueTaskInput = z.output<typeof issueTaskInput>;

export const printTaskInput = z.strictObject({ setId: z.uuid() });
