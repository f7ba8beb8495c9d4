import { z } from "zod";
import { idField, momentView } from "@/lib/fields";
import { say } from "./messages";
import { audienceView, blocksView, fileView, noticeInput } from "./schema";

/** What is counted of the people whom a notice is for. */
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

/** What is counted of what became of it: by student, and by person of the staff. */
export const answerFacts = ["read", "unread", "confirmed", "unconfirmed"] as const;

export const facts = [...reachFacts, ...answerFacts] as const;

export type Fact = (typeof facts)[number];

const counted = <Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.number()])) as Record<Name, z.ZodNumber>);

export const reachView = counted(reachFacts);

export type ReachView = z.infer<typeof reachView>;

/** How many mails leave on which day, were it published now; null without a mail server. */
const leavesView = z.object({ today: z.number(), tomorrow: z.number(), later: z.number() }).nullable();

export type LeavesView = z.infer<typeof leavesView>;

/** The same of a notice that is being written; without a mail server mails are kept as files. */
export const previewView = reachView.extend({ isMailOn: z.boolean(), leaves: leavesView });

/** A notice as the office sees it. */
export const noticeView = z.object({
  _id: z.string(),
  title: z.string(),
  blocks: blocksView,
  /** What was typed. */
  text: z.string(),
  state: z.enum(["draft", "scheduled", "published", "withdrawn"]),
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
  /** When its mails leave, or left. */
  tellAt: momentView.nullable(),
  toldAt: momentView.nullable(),
  remindedAt: momentView.nullable(),
  withdrawnAt: momentView.nullable(),
  /** A backup was restored after it was due: somebody decides. */
  isHeld: z.boolean(),
  reason: z.string().nullable(),
  rowVersion: z.number(),
  files: z.array(fileView.extend({ key: z.string() })),
  writtenBy: z.string().nullable(),
});

export type NoticeView = z.infer<typeof noticeView>;

/** What a teacher reads of a notice of the office. */
export const noticeToRead = noticeView
  .pick({ _id: true, title: true, blocks: true, audience: true, publishedAt: true })
  .extend({ files: z.array(fileView) });

export type NoticeToRead = z.infer<typeof noticeToRead>;

/** A notice with what became of it. */
export const noticePage = noticeView.extend({
  reach: reachView,
  answers: counted(answerFacts),
  /** What can be sent to the group of a class. */
  groupText: z.string(),
  /** Mails about it, by state. */
  mails: z.record(z.string(), z.number()),
  isMailOn: z.boolean(),
  leaves: leavesView,
});

export type NoticePage = z.infer<typeof noticePage>;

export const noticesPage = z.object({
  items: z.array(noticeView.omit({ text: true, blocks: true, files: true })),
  page: z.number(),
  total: z.number(),
  /** Those that wait for somebody since a backup was restored. */
  held: z.array(z.object({ _id: z.string(), title: z.string() })),
});

export type NoticesPage = z.infer<typeof noticesPage>;

export type NoticeRowView = NoticesPage["items"][number];

const range = z.coerce.number(say("badPage")).int(say("badPage")).min(1, say("badPage"));
const peoplePages = { page: range.max(1000, say("badPage")).default(1) };

/** How many people are on a page of a list. */
export const peopleOnPage = 100;

/** A list behind a number of a notice. */
export const peopleInput = z.strictObject({ id: idField, fact: z.enum(facts), ...peoplePages });

/** Whom a notice would reach that is being written. */
export const previewInput = z.strictObject({
  audience: noticeInput.shape.audience,
  toStudents: z.boolean().default(true),
  toGuardians: z.boolean().default(true),
  mustConfirm: z.boolean().default(false),
});

export type PreviewInput = z.output<typeof previewInput>;

export const previewPeopleInput = z.strictObject({ ...previewInput.shape, fact: z.enum(reachFacts), ...peoplePages });

/** Somebody in a list, with the place in the class, or the children. */
export const personView = z.object({
  id: z.string(),
  name: z.string(),
  className: z.string().nullable(),
  section: z.string().nullable(),
  rollNo: z.string().nullable(),
  guardianOf: z.string().nullable(),
});

export type PersonView = z.infer<typeof personView>;

export const peoplePage = z.object({ items: z.array(personView), page: z.number(), total: z.number() });
