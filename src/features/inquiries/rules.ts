import { csvOf } from "@/lib/csv";
import { stampIn } from "@/lib/dates";
import type { Actions } from "@/lib/may";
import type { MessageView } from "./schema";

export const actions = { read: "office", answer: "office" } as const satisfies Actions;

export function messagesCsv(items: MessageView[], timeZone: string): string {
  return csvOf(
    [`Sent on (${timeZone})`, "Name", "Email", "Phone", "Message"],
    items.map(({ createdAt, name, email, phone, message }) => [
      stampIn(timeZone, createdAt),
      name,
      email,
      phone ?? "",
      message,
    ]),
  );
}
