import { z } from "zod";
import { reminderView } from "@/features/backups/schema";
import { textField } from "@/lib/fields";
import { say } from "./messages";

/** Kinds of pending work, most urgent first. */
export const waitingKinds = [
  ...(["overdue", "applications", "stuck", "wrote", "accepted", "messages", "marks", "tests"] as const),
  ...(["heldReleases", "cameBack", "ready", "lateMarks", "heldNotices"] as const),
  ...(["yearEnded", "unpromoted", "codes", "erasures", "proposed", "unconfirmed", "consents"] as const),
  ...(["mails", "held", "kept"] as const),
] as const;

export type WaitingKind = (typeof waitingKinds)[number];

/** Kinds of things that happen automatically at their time, without anybody's action. */
export const plannedKinds = ["releases", "notices"] as const;

export type PlannedKind = (typeof plannedKinds)[number];

/** The first steps of an institute, in the recommended order. */
export const firstSteps = ["facts", "students", "invite", "notice"] as const;

const ahead = z.object({
  kind: z.enum(["test", "closed", "half", "notice", "release"]),
  day: z.iso.date(),
  /** Null for all-day events. */
  time: z.string().nullable(),
  title: z.string(),
  /** The class. */
  of: z.string().nullable(),
  href: z.string().nullable(),
});

export const overviewView = z.object({
  /** Only kinds with at least one; each number equals the rows of its list. `since` is the day of the oldest, if known. */
  waiting: z.array(z.object({ kind: z.enum(waitingKinds), count: z.number(), since: z.iso.date().nullable() })),
  /** Likewise, for things that happen automatically. */
  planned: z.array(z.object({ kind: z.enum(plannedKinds), count: z.number() })),
  /** Events of the next seven days, in order. */
  week: z.array(ahead),
  /** There are more events than listed. */
  hasMore: z.boolean(),
  /** The first steps that the caller may take; none once a family was invited. */
  firstSteps: z.array(z.object({ step: z.enum(firstSteps), isDone: z.boolean() })),
  /** Why a backup is advisable; null if there is no problem or the caller cannot make one. */
  backup: reminderView,
});

export type Overview = z.infer<typeof overviewView>;

export const testsWithoutMarks = z.array(
  z.object({
    _id: z.string(),
    className: z.number(),
    sections: z.array(z.string()),
    subject: z.string(),
    testDate: z.iso.date(),
    testTime: z.string(),
  }),
);

export type TestsWithoutMarks = z.infer<typeof testsWithoutMarks>;

/** The search text. */
export const findInput = z.strictObject({ search: textField(say("search"), 100) });

const findKinds = ["students", "exams", "materials", "applications", "settings"] as const;

export const foundView = z.array(
  z.object({
    kind: z.enum(findKinds),
    items: z.array(z.object({ _id: z.string(), label: z.string(), hint: z.string(), href: z.string() })),
  }),
);

export type Found = z.infer<typeof foundView>;
