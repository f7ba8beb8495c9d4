import { z } from "zod";
import { classField, dateField, idField, momentView, searchField, textField } from "@/lib/fields";
import { say } from "./messages";
import { submissionStates, submissionView } from "./schema";

export const deskViews = [
  ...(["all", "due", "wrote", "open", "waiting", "invited", "offered", "accepted", "enrolled", "closed"] as const),
] as const;

const filters = {
  /** Parts of words of the child, the parent, the number, the phone or the address. */
  search: searchField,
  view: z.enum(deskViews).default("all"),
  class: classField.optional(),
  assigned: z.enum(["me", "nobody"]).optional(),
};

const page = z.coerce.number().int().min(1).max(10_000);

export const deskInput = z.strictObject({
  ...filters,
  sort: z.enum(["due", "date", "name"]).default("due"),
  direction: z.enum(["asc", "desc"]).default("asc"),
  page: page.default(1),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

export type DeskInput = z.output<typeof deskInput>;

/** All applications that match, or all there are. */
export const exportInput = z.strictObject(filters).prefault({});

export type DeskFilters = z.output<typeof exportInput>;

const person = z.object({ _id: z.string(), name: z.string() });

export const deskRowView = submissionView.extend({
  stateAt: momentView,
  visitAt: momentView.nullable(),
  /** Who of the office looks after it. */
  assignedTo: person.nullable(),
  /** The family wrote something that no one in the office has read. */
  hasWritten: z.boolean(),
});

export type DeskRowView = z.infer<typeof deskRowView>;

export const deskPage = z.object({
  items: z.array(deskRowView),
  total: z.number(),
  page: z.number(),
  /** When the answer was made: "due today" is said by this clock. */
  at: momentView,
});

export type DeskPage = z.infer<typeof deskPage>;

export const viewCounts = z.record(z.enum(deskViews), z.number());

export type ViewCounts = z.infer<typeof viewCounts>;

/** A step of an application: what became of it, or what was written. */
const stepView = z.object({
  _id: z.string(),
  at: momentView,
  kind: z.enum(["received", "moved", "noted", "assigned", "due_moved", "merged", "separated", "message"]),
  /** Who of the office; null for the family, the clock, and whoever is gone. */
  by: z.string().nullable(),
  from: z.enum(submissionStates).nullable(),
  to: z.enum(submissionStates).nullable(),
  reason: z.string().nullable(),
  /** The note, which is for the office alone, or the message. */
  text: z.string().nullable(),
  fromFamily: z.boolean(),
  visitAt: momentView.nullable(),
  dueBefore: momentView.nullable(),
  dueAfter: momentView.nullable(),
  /** The mail of the message has not left yet. */
  canTakeBack: z.boolean(),
});

export type StepView = z.infer<typeof stepView>;

export const applicationView = deskRowView.extend({
  student: person.nullable(),
  rowVersion: z.number(),
  /** When the answer was made. */
  at: momentView,
  steps: z.array(stepView),
});

export type ApplicationView = z.infer<typeof applicationView>;

const visitTime = z.string(say("badTime")).regex(/^([01]\d|2[0-3]):[0-5]\d$/, say("badTime"));

const move = {
  to: z.enum(submissionStates),
  /** The day and time of a visit, on the institute's clocks. */
  visit: z.strictObject({ date: dateField(say("visitDay")), time: visitTime }).optional(),
  reason: textField(say("reason"), 300).optional(),
  /** What the family is told; without it no mail leaves. */
  message: textField(say("messageText"), 4000, true).optional(),
};

export const moveInput = z.strictObject({ id: idField, rowVersion: z.number().int(), ...move });

/** So many are moved at once at most. */
const mostMoved = 200;

export const moveManyInput = z.strictObject({
  ids: z.array(idField).min(1).max(mostMoved, say("tooMany", mostMoved)),
  ...move,
});

export type MoveManyInput = z.output<typeof moveManyInput>;

export const movedView = z.object({
  done: z.number(),
  refused: z.array(z.object({ _id: z.string(), name: z.string(), why: z.string() })),
});

export type MovedView = z.infer<typeof movedView>;

export const noteInput = z.strictObject({ id: idField, note: textField(say("note"), 2000, true) });

export const writeInput = z.strictObject({ id: idField, text: textField(say("messageText"), 4000, true) });

export const takeBackInput = z.strictObject({ id: idField, messageId: idField });

export const assignInput = z.strictObject({
  ids: z.array(idField).min(1).max(mostMoved, say("tooMany", mostMoved)),
  /** Whoever asks, nobody, or a colleague by id. */
  to: z.union([z.enum(["me", "nobody"]), idField]),
});

export const colleaguesView = z.array(person);

export const visitInput = z.strictObject({ date: dateField(say("visitDay")), time: visitTime });

/** Why nobody may be there at the time of a visit; null where the institute is open. */
export const visitCheckView = z.object({
  warning: z.enum(["closed", "after"]).nullable(),
  closes: z.string().nullable(),
});

export type VisitCheck = z.infer<typeof visitCheckView>;
