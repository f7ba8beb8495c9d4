import { csvOf } from "@/lib/csv";
import { stampIn } from "@/lib/dates";
import type { Actions } from "@/lib/may";
import { copy } from "./messages";
import type { MessageView } from "./schema";

export const actions = { read: "office", answer: "office" } as const satisfies Actions;

/** The state of a message. `done` without an answer: it was answered in another way, or needed no answer. */
function messageStateOf({ answeredAt, doneAt }: Pick<MessageView, "answeredAt" | "doneAt">) {
  if (answeredAt !== null) return "answered";
  return doneAt === null ? "open" : "done";
}

export function messagesCsv(items: (MessageView & { answer: string | null })[], timeZone: string): string {
  return csvOf(
    [`Sent on (${timeZone})`, "Name", "Email", "Phone", "Message", "State", `Answered (${timeZone})`, "Answer"],
    items.map(({ createdAt, name, email, phone, message, answer, ...rest }) => [
      ...[stampIn(timeZone, createdAt), name, email, phone ?? "", message, copy.states[messageStateOf(rest)]],
      ...[rest.answeredAt ? stampIn(timeZone, rest.answeredAt) : "", answer ?? ""],
    ]),
  );
}
