import "server-only";
import type { RowOfPerson } from "@/features/feature";
import { db } from "@/server/db/client";
import type { ContactMessage } from "@/server/generated/prisma/client";
import type { MessageView } from "./schema";

export function messageViewOf(row: ContactMessage): MessageView {
  const { id, name, email, phone, message, createdAt, answeredAt, doneAt } = row;
  return { _id: id, name, email, phone, message, createdAt, answeredAt, doneAt };
}

/** The messages for the table, newest first. */
export async function listForTable(most: number): Promise<MessageView[]> {
  const rows = await db().contactMessage.findMany({ orderBy: [{ createdAt: "desc" }, { id: "desc" }], take: most });
  return rows.map(messageViewOf);
}

/** A message for the email to the institute; null if it was deleted. */
export async function findMessage(id: string): Promise<MessageView | null> {
  const row = await db().contactMessage.findUnique({ where: { id } });
  return row && messageViewOf(row);
}

/** The senders of messages by id; deleted ones are missing. */
export async function sendersOf(ids: string[]): Promise<Map<string, string>> {
  const rows = await db().contactMessage.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The messages from an address, grouped by the name of the sender. */
export async function listMessagesOf(email: string): Promise<RowOfPerson[]> {
  const select = { id: true, name: true, createdAt: true };
  return db().contactMessage.findMany({ where: { email }, select, orderBy: { id: "asc" } });
}

export async function exportMessages(email: string | null) {
  if (email === null) return [];
  const rows = await db().contactMessage.findMany({ where: { email }, orderBy: { id: "asc" } });
  return rows.map((row) => ({
    ...messageViewOf(row),
    consentAt: row.consentAt,
    consentVersion: row.consentVersion,
    answer: row.answer,
  }));
}
