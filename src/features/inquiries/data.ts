import "server-only";
import type { RowOfPerson } from "@/features/feature";
import { db } from "@/server/db/client";
import type { ContactMessage, Prisma } from "@/server/generated/prisma/client";
import type { MessageView } from "./schema";
import type { InboxView } from "./schema-inbox";

export function messageViewOf(row: ContactMessage): MessageView {
  const { id, name, email, phone, message, createdAt, answeredAt, doneAt } = row;
  return { _id: id, name, email, phone, message, createdAt, answeredAt, doneAt };
}

/** The messages of a view, or all. */
export const inView = (view: InboxView | undefined): Prisma.ContactMessageWhereInput =>
  view === undefined ? {} : { doneAt: view === "open" ? null : { not: null } };

/** The messages for the table with their answers, newest first. */
export async function listForTable(view: InboxView | undefined, most: number) {
  const rows = await db().contactMessage.findMany({
    where: inView(view),
    take: most,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return rows.map((row) => ({ ...messageViewOf(row), answer: row.answer }));
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
