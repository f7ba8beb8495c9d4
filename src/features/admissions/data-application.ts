import "server-only";
import { AppError } from "@/lib/errors";
import { db } from "@/server/db/client";
import { newestMailState } from "@/server/mail/records";
import { deskRowOf, isPending, withAssigned } from "./data-desk";
import { say } from "./messages-refusals";
import { messageEvent, receiptEvents } from "./rules-emails";
import type { ApplicationView, StepView } from "./schema-desk";

/** Maximum number of steps. The newest are read, because a negative `take` counts from the end. */
const mostSteps = 500;

const none = {
  by: null,
  from: null,
  to: null,
  reason: null,
  text: null,
  fromFamily: false,
  visitAt: null,
  dueBefore: null,
  dueAfter: null,
  canTakeBack: false,
} as const;

/** An application with its history, oldest first. @throws AppError NOT_FOUND */
export async function getApplication(id: string, now: Date): Promise<ApplicationView> {
  const named = { by: { select: { name: true } } } as const;
  const inOrder = { include: named, orderBy: [{ at: "asc" }, { id: "asc" }], take: -mostSteps } as const;
  const row = await db().submission.findUnique({
    where: { id },
    include: {
      ...withAssigned,
      student: { select: { ...withAssigned.student.select, userId: true, user: { select: { name: true } } } },
      events: { ...inOrder, orderBy: [...inOrder.orderBy] },
      messages: { ...inOrder, orderBy: [...inOrder.orderBy] },
      // The parent of a merged application still writes on the merged one.
      merged: { select: { messages: { ...inOrder, orderBy: [...inOrder.orderBy], where: { fromFamily: true } } } },
      mergedInto: {
        select: {
          ...withAssigned.mergedInto.select,
          messages: { select: { id: true, fromFamily: true }, orderBy: [...inOrder.orderBy], take: -mostSteps },
        },
      },
    },
  });
  if (!row) throw new AppError("NOT_FOUND", say("notFound"));
  const steps: StepView[] = [
    { ...none, _id: row.id, at: row.createdAt, kind: "received", fromFamily: true },
    ...row.events.map(({ id: _id, by, fromState: from, toState: to, note: text, byFamily: fromFamily, ...event }) => ({
      ...none,
      _id,
      at: event.at,
      kind: event.kind,
      by: by?.name ?? null,
      from,
      to,
      text,
      fromFamily,
      reason: event.reason,
      visitAt: event.visitAt,
      dueBefore: event.dueBefore,
      dueAfter: event.dueAfter,
    })),
    ...[row, ...row.merged]
      .flatMap(({ messages }) => messages)
      .map((message) => ({
        ...none,
        _id: message.id,
        at: message.at,
        kind: "message" as const,
        by: message.by?.name ?? null,
        text: message.text,
        fromFamily: message.fromFamily,
        canTakeBack: isPending(message, now),
      })),
  ];
  // An email that waits or was sent since replaces one that failed.
  const written = [row, ...(row.mergedInto ? [row.mergedInto] : [])]
    .flatMap(({ messages }) => messages.filter(({ fromFamily }) => !fromFamily))
    .map((one) => messageEvent(one.id, row.email));
  const newest = await newestMailState([...receiptEvents(id, row.rowVersion), ...written]);
  steps.sort((one, other) => one.at.getTime() - other.at.getTime());
  const student = row.student && { _id: row.student.userId, name: row.student.user.name };
  const isUndelivered = newest === "failed";
  return { ...deskRowOf(row), hasMerged: row.merged.length > 0, student, isUndelivered, at: now, steps };
}
