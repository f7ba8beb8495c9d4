import "server-only";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { transaction } from "@/server/db/client";
import { choiceOf, choose, type MailChoice } from "@/server/mail/choices";
import { recipientOfToken } from "@/server/mail/unsubscribe";
import { say } from "./messages";
import type { ChoiceView } from "./schema";

type Chooser = Pick<Principal, "userId" | "role">;

export function chooseMails(choice: MailChoice, by: Chooser, now: Date): Promise<ChoiceView> {
  return transaction(async (tx) => {
    const before = await choiceOf(by.userId);
    if (before.choice === choice) return before;
    await choose(tx, by.userId, choice, now);
    await record(tx, { action: "mails-chosen", by, subjectId: by.userId });
    return { choice, changedAt: now };
  });
}

/** Unsubscribes the recipient of the email with this token. @throws AppError NOT_FOUND */
export async function stopMails(token: string, now: Date): Promise<void> {
  const reader = await recipientOfToken(token);
  if (!reader) throw new AppError("NOT_FOUND", say("badLink"));
  await chooseMails("required", reader, now);
}
