import "server-only";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { transaction } from "@/server/db/client";
import { discardHeldEmails, retryEmails } from "@/server/mail/outbox";
import { resendEmail } from "@/server/mail/resend";
import { whereOf } from "./data";
import { say } from "./messages";
import type { DropMailsInput, ResendMailsInput } from "./schema";

/** Sends an email again, whatever its state. @throws AppError NOT_FOUND */
export async function resendMail(id: string, by: Principal): Promise<{ _id: string }> {
  await transaction(async (tx) => {
    if (!(await resendEmail(tx, id))) throw new AppError("NOT_FOUND", say("mailNotFound"));
    await record(tx, { action: "mail-resent", by, subjectId: id });
  });
  return { _id: id };
}

/** Sends all emails in a state that match the filter. Returns their number. */
export async function resendMails({ state, ...filter }: ResendMailsInput, by: Principal): Promise<number> {
  return transaction(async (tx) => {
    const count = await retryEmails(tx, { ...whereOf(filter), state });
    if (count > 0) await record(tx, { action: "mails-resent", by, detail: { count } });
    return count;
  });
}

/** Deletes one email held back after a restore, or all that match the filter. Returns their number. */
export async function dropMails({ id, ...filter }: DropMailsInput, by: Principal): Promise<number> {
  return transaction(async (tx) => {
    const count = await discardHeldEmails(tx, { ...whereOf(filter), ...(id !== undefined && { id }) });
    if (count > 0) await record(tx, { action: "mails-dropped", by, detail: { count } });
    return count;
  });
}
