import "server-only";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { transaction } from "@/server/db/client";
import { discardHeldEmails, retryEmails } from "@/server/mail/outbox";
import { say } from "./messages";

/** Has a mail sent again, whatever became of it before. @throws AppError NOT_FOUND */
export async function resendMail(id: string, by: Principal): Promise<void> {
  await transaction(async (tx) => {
    if ((await retryEmails(tx, { id })) === 0) throw new AppError("NOT_FOUND", say("mailNotFound"));
    await record(tx, { action: "mail-resent", by, subjectId: id });
  });
}

/** Has all mails of a state sent. Returns how many. */
export async function resendMails(state: "failed" | "held", by: Principal): Promise<number> {
  return transaction(async (tx) => {
    const count = await retryEmails(tx, { state });
    if (count > 0) await record(tx, { action: "mails-resent", by, detail: { count } });
    return count;
  });
}

/** Forgets mails that a restore has held back: one, or all. Returns how many. */
export async function dropMails(id: string | undefined, by: Principal): Promise<number> {
  return transaction(async (tx) => {
    const count = await discardHeldEmails(tx, id);
    if (count > 0) await record(tx, { action: "mails-dropped", by, detail: { count } });
    return count;
  });
}
