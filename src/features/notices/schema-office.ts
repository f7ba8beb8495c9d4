import { z } from "zod";
import { idField, leavesView, momentView, wholeField } from "@/lib/fields";
import { say } from "./messages";
import { audienceView, blocksView, fileView, noticeInput } from "./schema";
import { noticeFilters, noticeStates } from "./schema-states";

/** Counts of the people in the audience. */
export const reachFacts = [
  "students",
  "guardians",
  "staff",
  "noGuardian",
  "noLogin",
  "mailed",
  "inDigest",
  "notMailed",
] as const;

/** Counts of the answers: by student, and by member of staff. */
export const answerFacts = ["read", "unread", "confirmed", "unconfirmed"] as const;

export const facts = [...reachFacts, ...answerFacts] as const;

export type Fact = (typeof facts)[number];

const counted = <Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.number()])) as Record<Name, z.ZodNumber>);

export const reachView = counted(reachFacts);

export type ReachView = z.infer<typeof reachView>;

/** The reach of an unsaved notice; without a mail server, emails are stored as files. */
export const previewView = reachView.extend({ isMailOn: z.boolean(), leaves: leavesView });

/** A notice for the office. */
export const noticeView = z.object({
  _id: z.string(),
  title: z.string(),
  blocks: blocksView,
  /** The text as it was typed. */
  text: z.string(),
  state: z.enum(noticeStates),
  version: z.number(),
  audience: z.array(audienceView),
  toStudents: z.boolean(),
  toGuardians: z.boolean(),
  mustConfirm: z.boolean(),
  pinned: z.boolean(),
  /** The last day on which it is shown. */
  until: z.iso.date().nullable(),
  publishAt: momentView.nullable(),
  publishedAt: momentView.nullable(),
  /** When its emails are or were sent; null before it is published, or if emails held back after a restore were dropped. */
  tellAt: momentView.nullable(),
  toldAt: momentView.nullable(),
  remindedAt: momentView.nullable(),
  withdrawnAt: momentView.nullable(),
  isHeld: z
    .boolean()
    .describe("It needs a decision: it was due before a backup was restored, or would end before its emails leave"),
  reason: z.string().nullable(),
  rowVersion: z.number(),
  files: z.array(fileView.extend({ key: z.string() })),
  writtenBy: z.string().nullable(),
});

export type NoticeView = z.infer<typeof noticeView>;

/** A notice of the office for a teacher. */
export const noticeToRead = noticeView
  .pick({ _id: true, title: true, blocks: true, audience: true, publishedAt: true })
  .extend({ files: z.array(fileView) });

export type NoticeToRead = z.infer<typeof noticeToRead>;

/** A notice with its answers. */
export const noticePage = noticeView.extend({
  reach: reachView,
  answers: counted(answerFacts),
  /** A message for a class chat. */
  groupText: z.string(),
  /** Emails about it, by state. */
  mails: z.record(z.string(), z.number()),
  isMailOn: z.boolean(),
  leaves: leavesView,
  /** The last day on which it is shown is over. */
  hasEnded: z.boolean(),
});

export type NoticePage = z.infer<typeof noticePage>;

export const noticesPage = z.object({
  items: z.array(noticeView.omit({ text: true, blocks: true, files: true })),
  page: z.number(),
  total: z.number(),
  /** The number of notices in each state, and of all. Published ones whose emails are held count twice. */
  counts: counted(["all", ...noticeFilters]),
  /** Notices that need a decision, or whose emails do. */
  held: z.array(z.object({ _id: z.string(), title: z.string() })),
});

export type NoticesPage = z.infer<typeof noticesPage>;

export type NoticeRowView = NoticesPage["items"][number];

export const answersInput = z.strictObject({ ids: z.array(idField).max(50, say("badPage")) });

/** The number of students and staff, and how many of them have read and confirmed a notice. */
export const answersView = z.object({ _id: z.string(), all: z.number(), read: z.number(), confirmed: z.number() });

export type AnswersView = z.infer<typeof answersView>;

/** The number of the page, from 1. */
const peoplePages = { cursor: wholeField(1000, say("badPage")).default(1) };

/** Number of people per page of a list. */
export const peopleOnPage = 100;

/** The list behind a number of a notice. */
export const peopleInput = z.strictObject({ id: idField, fact: z.enum(facts), ...peoplePages });

/** The audience of an unsaved notice. */
export const previewInput = z.strictObject({
  audience: noticeInput.shape.audience,
  toStudents: z.boolean().default(true),
  toGuardians: z.boolean().default(true),
  mustConfirm: z.boolean().default(false),
  until: noticeInput.shape.until,
});

export type PreviewInput = z.output<typeof previewInput>;

export const previewPeopleInput = z.strictObject({ ...previewInput.shape, fact: z.enum(reachFacts), ...peoplePages });

/** A person in a list, with class and section, or the children. */
export const personView = z.object({
  id: z.string(),
  /** Null for a guardian whom the caller does not know. */
  name: z.string().nullable(),
  className: z.string().nullable(),
  section: z.string().nullable(),
  rollNo: z.string().nullable(),
  guardianOf: z.string().nullable(),
});

export type PersonView = z.infer<typeof personView>;

export const peoplePage = z.object({ items: z.array(personView), page: z.number(), total: z.number() });
