import "server-only";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { transaction } from "@/server/db/client";
import { discardHeldEmails, retryEmails } from "@/server/mail/outbox";
import { countApart, resendEmail } from "@/server/mail/resend";
import { whereOf } from "./data";
import { say } from "./messages";
import type { DropMailsInput, ResendMailsInput, ResentMail, ResentMails } from "./schema";

/** Sends an email again, whatever its state, as its recipient has chosen. @throws AppError NOT_FOUND */
export async function resendMail({ id }: { id: string }, by: Principal): Promise<ResentMail> {
  return transaction(async (tx) => {
    if (!(await resendEmail(tx, id))) throw new AppError("NOT_FOUND", say("mailNotFound"));
    await record(tx, { action: "mail-resent", by, subjectId: id });
    const { inDigest, unwanted } = await countApart(tx, { id });
    return { _id: id, choice: unwanted ? "required" : inDigest ? "digest" : "at_once" };
  });
}

/** Sends all emails in a state that match the filter, as their recipients have chosen. Returns their numbers. */
export async function resendMails({ state, ...filter }: ResendMailsInput, by: Principal): Promise<ResentMails> {
  const where = { ...(await whereOf(filter)), state };
  return transaction(async (tx) => {
    const apart = await countApart(tx, where);
    const count = await retryEmails(tx, where);
    if (count > 0) await record(tx, { action: "mails-resent", by, detail: { count } });
    return { count, ...apart };
  });
}

/** Deletes one email held back after a restore, or all that match the filter. Returns their number. */
export async function dropMails({ id, ...filter }: DropMailsInput, by: Principal): Promise<number> {
  const where = { ...(await whereOf(filter)), ...(id !== undefined && { id }) };
  return transaction(async (tx) => {
    const count = await discardHeldEmails(tx, where);
    if (count > 0) await record(tx, { action: "mails-dropped", by, detail: { count } });
    return count;
  });
}
