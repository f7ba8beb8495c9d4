import { z } from "zod";
import { idField, pageFields, textField } from "@/lib/fields";
import { say } from "./messages";
import { messageView } from "./schema";

export const inboxViews = ["open", "done"] as const;

export type InboxView = (typeof inboxViews)[number];

export const inboxInput = z.strictObject({ view: z.enum(inboxViews).default("open"), ...pageFields });

export type InboxInput = z.output<typeof inboxInput>;

/** The messages of a view, or all. */
export const exportMessagesInput = z.strictObject({ view: z.enum(inboxViews).optional() }).prefault({});

export const inboxMessageView = messageView.extend({
  answer: z.string().nullable(),
  answeredBy: z.string().nullable(),
  doneBy: z.string().nullable(),
  /** True while the email with the answer has not been sent. */
  canTakeBack: z.boolean(),
});

export type InboxMessageView = z.infer<typeof inboxMessageView>;

export const inboxPage = z.object({ items: z.array(inboxMessageView), nextCursor: z.string().nullable() });

export const inboxCounts = z.record(z.enum(inboxViews), z.number());

export type InboxCounts = z.infer<typeof inboxCounts>;

export const messageIdInput = z.strictObject({ id: idField });

export const answerInput = z.strictObject({ id: idField, text: textField(say("answer"), 4000, true) });

export const finishInput = z.strictObject({ id: idField, isDone: z.boolean() });
