import { z } from "zod";
import { reminderView } from "@/features/backups/schema";
import { textField } from "@/lib/fields";
import { say } from "./messages";

/** What can wait, the most urgent first. */
export const waitingKinds = [
  ...(["overdue", "applications", "messages", "marks", "tests", "releases", "notices"] as const),
  ...(["proposed", "unconfirmed", "consents", "mails"] as const),
] as const;

export type WaitingKind = (typeof waitingKinds)[number];

const ahead = z.object({
  kind: z.enum(["test", "closed", "half", "notice", "release"]),
  day: z.iso.date(),
  /** Nothing of what lasts all day. */
  time: z.string().nullable(),
  title: z.string(),
  /** The class. */
  of: z.string().nullable(),
  href: z.string().nullable(),
});

export const overviewView = z.object({
  /** Lines of which there is at least one; each number is that of the rows of its list. */
  waiting: z.array(z.object({ kind: z.enum(waitingKinds), count: z.number() })),
  /** What happens in the next seven days, in order. */
  week: z.array(ahead),
  /** More happens than is listed. */
  hasMore: z.boolean(),
  /** Nobody is on the roster, and the caller could bring somebody there. */
  isFirstDay: z.boolean(),
  /** Why a backup should be made; null for those who make none, and while all is well. */
  backup: reminderView,
});

export type Overview = z.infer<typeof overviewView>;

export const testsWithoutMarks = z.array(
  z.object({
    ...{ _id: z.string(), className: z.number(), sections: z.array(z.string()), subject: z.string() },
    ...{ testDate: z.iso.date(), testTime: z.string() },
  }),
);

export type TestsWithoutMarks = z.infer<typeof testsWithoutMarks>;

/** What somebody looks for. */
export const findInput = z.strictObject({ search: textField(say("search"), 100) });

const findKinds = ["students", "exams", "materials", "applications", "settings"] as const;

export const foundView = z.array(
  z.object({
    kind: z.enum(findKinds),
    items: z.array(z.object({ _id: z.string(), label: z.string(), hint: z.string(), href: z.string() })),
  }),
);

export type Found = z.infer<typeof foundView>;
