import "server-only";
import { pageOf, placeOf } from "@/lib/pages";
import { db } from "@/server/db";
import type { ContactMessage, Prisma, Submission } from "@/server/generated/prisma/client";
import type { ListMessagesInput, ListSubmissionsInput, MessageView, SubmissionView } from "./schema";

/** A row as the administrator sees it. */
export function submissionViewOf(row: Submission): SubmissionView {
  const { id, createdAt, openedAt, consentAt: _at, consentVersion: _version, ...rest } = row;
  return { _id: id, ...rest, createdAt, isNew: openedAt === null };
}

/** A row as the administrator sees it. */
export function messageViewOf(row: ContactMessage): MessageView {
  const { id, createdAt, consentAt: _at, consentVersion: _version, ...rest } = row;
  return { _id: id, ...rest, createdAt };
}

function after(cursor: string) {
  const { date, id } = placeOf(cursor);
  return {
    createdAt: { lte: date },
    OR: [{ createdAt: { lt: date } }, { id: { lt: id } }],
  } satisfies Prisma.SubmissionWhereInput & Prisma.ContactMessageWhereInput;
}

/** The applications, newest first, a page at a time. */
export async function listSubmissions({ limit, cursor }: ListSubmissionsInput) {
  const rows = await db().submission.findMany({
    where: cursor ? after(cursor) : {},
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  return pageOf(rows.map(submissionViewOf), limit, (item) => ({ at: item.createdAt, id: item._id }));
}

/** The messages of visitors, newest first, a page at a time. */
export async function listMessages({ limit, cursor }: ListMessagesInput) {
  const rows = await db().contactMessage.findMany({
    where: cursor ? after(cursor) : {},
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  return pageOf(rows.map(messageViewOf), limit, (item) => ({ at: item.createdAt, id: item._id }));
}

/** How many applications the administrator has not opened yet. */
export async function countNewSubmissions(): Promise<number> {
  return db().submission.count({ where: { openedAt: null } });
}

/** What a receipt may say of an application; null when it is gone. Nothing in it was typed freely (spec §3). */
export async function findReceipt(id: string) {
  return db().submission.findUnique({ where: { id }, select: { reference: true, selectedClass: true } });
}

/** A message for the mail to the institute; null when it is gone. */
export async function findMessage(id: string): Promise<MessageView | null> {
  const row = await db().contactMessage.findUnique({ where: { id } });
  return row && messageViewOf(row);
}
