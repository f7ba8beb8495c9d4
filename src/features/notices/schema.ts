import { z } from "zod";
import {
  dateField,
  idField,
  momentView,
  sectionField,
  sentFields,
  storedClassField,
  textField,
  timeField,
  wholeField,
} from "@/lib/fields";
import { fileKinds } from "@/lib/file-kinds";
import { say } from "./messages";
import { noticeFilters } from "./schema-states";

const audience = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("public") }),
  z.strictObject({ kind: z.literal("students") }),
  z.strictObject({ kind: z.literal("class"), className: storedClassField, section: sectionField.nullish() }),
  z.strictObject({ kind: z.literal("student"), studentId: idField }),
  z.strictObject({ kind: z.literal("staff") }),
]);

/** A part of an audience; a class without a section means the whole class. */
export type Audience = z.output<typeof audience>;

const audienceFields = {
  audience: z.array(audience, say("noAudience")).min(1, say("noAudience")).max(60, say("tooManyPlaces")),
  toStudents: z.boolean().default(true),
  toGuardians: z.boolean().default(true),
};

type AudienceGiven = { audience: Audience[]; toStudents: boolean; toGuardians: boolean };

const namesStudents = ({ audience }: AudienceGiven) =>
  audience.some(({ kind }) => kind !== "public" && kind !== "staff");
const reachesSomebody = (given: AudienceGiven) => given.toStudents || given.toGuardians || !namesStudents(given);
const nobody = { error: say("nobodyOfThem"), path: ["toStudents"] };

const contentFields = {
  title: textField(say("heading"), 150),
  text: textField(say("text"), 5000, true),
  /** The last day on which it is shown. */
  until: dateField(say("until")).nullish(),
  pinned: z.boolean().default(false),
};

const fields = { ...contentFields, mustConfirm: z.boolean().default(false), ...audienceFields };

/** The audience as input. */
export type AudienceInput = {
  audience: z.input<typeof audience>[];
  toStudents: boolean;
  toGuardians: boolean;
};

/** The fields of a notice. */
export const noticeInput = z.strictObject(fields).refine(reachesSomebody, nobody);

export const addNoticeForm = noticeInput.safeExtend(sentFields);

export type NoticeInput = z.output<typeof noticeInput>;

/** The notice, in the version that was seen. */
const seen = { id: idField, rowVersion: z.number().int() };

export const editNoticeInput = z.strictObject({ ...seen, ...fields }).refine(reachesSomebody, nobody);

export type EditNoticeInput = z.output<typeof editNoticeInput>;

/** Now, or at a date and time in the institute's zone. */
export const publishInput = z.strictObject({
  ...seen,
  at: z.strictObject({ date: dateField("date"), time: timeField(say("notFuture")) }).optional(),
});

export type PublishInput = z.output<typeof publishInput>;

/** The new version of a published notice; people are asked again only if requested. */
export const changeNoticeInput = z.strictObject({ ...seen, ...contentFields, askAgain: z.boolean().default(false) });

export type ChangeNoticeInput = z.output<typeof changeNoticeInput>;

export const withdrawNoticeInput = z.strictObject({ ...seen, reason: textField(say("reason"), 300) });

export type WithdrawNoticeInput = z.output<typeof withdrawNoticeInput>;

export const seenNoticeInput = z.strictObject(seen);

export type SeenNoticeInput = z.output<typeof seenNoticeInput>;

export const noticeIdInput = z.strictObject({ id: idField });

export const noticeFileInput = z.strictObject({
  id: idField,
  key: z
    .string()
    .regex(/^[A-Za-z0-9]{20,120}$/, say("fileUnknown"))
    .describe("From the `href` of a file"),
});

export const settleInput = z.strictObject({ ...seen, isToLeave: z.boolean() });

/** The location of a file. */
export const storedFile = z.object({ key: z.string(), name: z.string(), kind: z.enum(fileKinds), hash: z.string() });

/** The version that was read, and the child that it is confirmed for; absent for the caller. */
export const confirmInput = z.strictObject({ id: idField, version: z.number().int(), studentId: idField.optional() });

export type ConfirmInput = z.output<typeof confirmInput>;

/** Number of notices per page. */
export const usualPage = 30;

const pages = {
  page: wholeField(10_000, say("badPage")).default(1).describe("The number of the page, from 1"),
  limit: wholeField(100, say("badPage")).default(usualPage).describe("How many at most"),
};

export const pageQuery = z.strictObject(pages);

export const pageInput = pageQuery.prefault({});

export type PageInput = z.output<typeof pageInput>;

/** A page of public notices; with `notice`, the page that contains it, if it is still public. */
export const publicPageInput = pageQuery.extend({ notice: idField.optional() }).prefault({});

export type PublicPageInput = z.output<typeof publicPageInput>;

/** Held notices need a decision: planned ones, which do not count as scheduled then, and published ones whose emails are held. */
export const listNoticesQuery = pageQuery.extend({
  state: z
    .enum(noticeFilters)
    .optional()
    .describe(
      "Notices in this state; `held` ones need a decision: they were due before a backup was restored, or would end before their emails leave",
    ),
});

export const listNoticesInput = listNoticesQuery.prefault({});

export type ListNoticesInput = z.output<typeof listNoticesInput>;

const inline = z.object({ text: z.string(), href: z.string().optional() });

/** A piece of text; a link if it has `href`. */
export type Inline = z.infer<typeof inline>;

const block = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("paragraph"), inlines: z.array(inline) }),
  z.object({ kind: z.literal("list"), ordered: z.boolean(), items: z.array(z.array(inline)) }),
]);

/** A paragraph with its line breaks, or a list. There is no other markup. */
export type Block = z.infer<typeof block>;

/** The parsed text. */
export const blocksView = z.array(block);

export const fileView = z.object({ name: z.string(), href: z.string(), kind: z.enum(fileKinds), size: z.number() });

/** A public notice. */
export const publicNoticeView = z.object({
  _id: z.string(),
  title: z.string(),
  blocks: blocksView,
  publishedAt: momentView,
  changedAt: momentView.nullable().describe("When it was last changed; null if it never was"),
  pinned: z.boolean(),
  files: z.array(fileView),
});

export type PublicNoticeView = z.infer<typeof publicNoticeView>;

export const publicNoticesPage = z.object({ items: z.array(publicNoticeView), page: z.number(), total: z.number() });

/** Whom the person reads a notice for, and the receipt: a child, or oneself without a name. */
const forView = z.object({
  studentId: z.string().nullable(),
  name: z.string().nullable(),
  confirmedAt: momentView.nullable(),
});

/** A notice for its reader. A withdrawn one has a reason instead of its text, one that was taken back only its title. */
export const ownNoticeView = publicNoticeView.extend({
  state: z.enum(["published", "withdrawn", "takenBack"]),
  version: z.number(),
  reason: z.string().nullable(),
  isNew: z.boolean(),
  mustConfirm: z.boolean(),
  of: z.array(forView),
});

export type OwnNoticeView = z.infer<typeof ownNoticeView>;

export const ownNoticesPage = z.object({
  items: z.array(ownNoticeView),
  page: z.number(),
  total: z.number(),
  unread: z.number(),
});

export type OwnNoticesPage = z.infer<typeof ownNoticesPage>;

export const audienceView = z.object({
  kind: z.enum(["public", "students", "class", "student", "staff"]),
  className: z.number().nullable(),
  section: z.string().nullable(),
  studentId: z.string().nullable(),
  studentName: z.string().nullable(),
});

export type AudienceView = z.infer<typeof audienceView>;
