import { z } from "zod";
import {
  dateField,
  idField,
  momentView,
  searchField,
  sentFields,
  storedClassField,
  textField,
  timeField,
  wholeField,
} from "@/lib/fields";
import { say } from "./messages-refusals";
import { listedView, submissionInput, submissionStates } from "./schema";
import { deskSorts, deskViews } from "./schema-views";

const filters = {
  /** Parts of words in the name of child or parent, the reference, the phone number or the address. */
  search: searchField,
  view: z.enum(deskViews).default("all"),
  class: storedClassField.optional(),
  assigned: z.enum(["me", "nobody"]).optional(),
};

export const deskInput = z.strictObject({
  ...filters,
  sort: z.enum(deskSorts).default("due"),
  direction: z.enum(["asc", "desc"]).default("asc"),
  page: wholeField(10_000).default(1),
  limit: wholeField(200).default(50),
});

export type DeskInput = z.output<typeof deskInput>;

/** The matching applications, or all. */
export const exportInput = z.strictObject(filters).prefault({});

export type DeskFilters = z.output<typeof exportInput>;

const person = z.object({ _id: z.string(), name: z.string() });

export const deskRowView = listedView.extend({
  stateAt: momentView,
  /** The assigned member of staff. */
  assignedTo: person.nullable(),
  /** The family wrote a message that nobody in the office has read. */
  hasWritten: z.boolean(),
  /** The seats of its class; null if the office has set none. */
  intake: z.object({ _id: z.string(), seats: z.number().nullable(), taken: z.number() }).nullable(),
  rowVersion: z.number(),
});

export type DeskRowView = z.infer<typeof deskRowView>;

export const deskPage = z.object({
  items: z.array(deskRowView),
  total: z.number(),
  page: z.number(),
  /** The time of the response, for "due today". */
  at: momentView,
});

export type DeskPage = z.infer<typeof deskPage>;

/** What waits: applications that nobody has opened, and those whose answer is late. */
export const waitingCounts = z.object({ unopened: z.number(), overdue: z.number() });

/** `overdue` is the part of `due` whose time is over. */
export const viewCounts = z.record(z.enum([...deskViews, "overdue"]), z.number());

export type WaitingCounts = z.infer<typeof waitingCounts>;

export type ViewCounts = z.infer<typeof viewCounts>;

/** A step in the history of an application, or a message. */
const stepView = z.object({
  _id: z.string(),
  at: momentView,
  kind: z.enum(["received", "moved", "noted", "assigned", "due_moved", "merged", "separated", "message"]),
  /** The member of staff; null for the family, the system, or a deleted person. */
  by: z.string().nullable(),
  from: z.enum(submissionStates).nullable(),
  to: z.enum(submissionStates).nullable(),
  reason: z.string().nullable(),
  /** The internal note, or the message. */
  text: z.string().nullable(),
  fromFamily: z.boolean(),
  visitAt: momentView.nullable(),
  dueBefore: momentView.nullable(),
  dueAfter: momentView.nullable(),
  /** The email with the message has not been sent yet. */
  canTakeBack: z.boolean(),
});

export type StepView = z.infer<typeof stepView>;

export const applicationView = deskRowView.extend({
  /** Others were merged into it: a message goes to every parent, and no parent is named to another. */
  hasMerged: z.boolean(),
  student: person.nullable(),
  /** The newest email to the address could not be delivered. */
  isUndelivered: z.boolean(),
  /** The time of the response. */
  at: momentView,
  steps: z.array(stepView),
});

export type ApplicationView = z.infer<typeof applicationView>;

const visitTime = timeField(say("badTime"), say("badTime"));

const move = {
  to: z.enum(submissionStates),
  /** The day and time of a visit, in the institute's zone. */
  visit: z.strictObject({ date: dateField(say("visitDay")), time: visitTime }).optional(),
  reason: textField(say("reason"), 300).optional(),
  /** The message to the family; without one, no email is sent. */
  message: textField(say("messageText"), 4000, true).optional(),
};

/** An application in the version that the caller has seen. */
const seen = { id: idField, rowVersion: z.number().int() };

export const moveInput = z.strictObject({ ...seen, ...move });

export type MoveOneInput = z.output<typeof moveInput>;

/** Maximum number per request. */
export const mostMoved = 200;

export const moveManyInput = z.strictObject({
  rows: z.array(z.strictObject(seen)).min(1).max(mostMoved, say("tooMany", mostMoved)),
  ...move,
});

export type MoveManyInput = z.output<typeof moveManyInput>;

export const movedView = z.object({
  done: z.number(),
  refused: z.array(z.object({ _id: z.string(), name: z.string(), why: z.string() })),
});

export type MovedView = z.infer<typeof movedView>;

/** Corrects what a family typed, by the rules of the form. */
export const correctInput = z.strictObject({
  ...seen,
  ...submissionInput.pick({ name: true, parentName: true, email: true, phone: true }).shape,
});

export type CorrectInput = z.output<typeof correctInput>;

export const noteInput = z.strictObject({ id: idField, note: textField(say("note"), 2000, true), ...sentFields });

export const writeInput = z.strictObject({
  id: idField,
  text: textField(say("messageText"), 4000, true),
  ...sentFields,
});

export const takeBackInput = z.strictObject({ id: idField, messageId: idField });

export const assignInput = z.strictObject({
  ids: z.array(idField).min(1).max(mostMoved, say("tooMany", mostMoved)),
  /** The caller, nobody, or a colleague by id. */
  to: z.union([z.enum(["me", "nobody"]), idField]),
  /** The assignee whom the caller saw, null for nobody: applications that somebody else has by now are refused. */
  from: idField.nullable().optional(),
});

export type AssignInput = z.output<typeof assignInput>;

export const assignedView = movedView.pick({ refused: true }).extend({ changed: z.number() });

export type AssignedView = z.infer<typeof assignedView>;

export const colleaguesView = z.array(person);

export const visitInput = z.strictObject({ date: dateField(say("visitDay")), time: visitTime });

/** Why the institute is closed at the time of a visit; null if it is open. */
export const visitCheckView = z.object({
  warning: z.enum(["closed", "before", "after"]).nullable(),
  opens: z.string().nullable(),
  closes: z.string().nullable(),
});

export type VisitCheck = z.infer<typeof visitCheckView>;
