import "server-only";
import type { Transaction } from "@/server/db/client";
import { newIds } from "@/server/db/ids";
import type { Prisma } from "@/server/generated/prisma/client";
import { requestId } from "@/server/observability/request-scope";
import { digestKind } from "./choices";
import { retryEmails } from "./outbox";

/**
 * Makes an email due now, whatever its state. A sent email keeps its row and is enqueued as a new one, because a waiting email
 * is deleted if it turns out to be needless. Returns false for an unknown id.
 */
export async function resendEmail(tx: Transaction, id: string): Promise<boolean> {
  const [again = "", suffix] = newIds(2);
  const copied = await tx.$executeRaw`
    insert into mails (id, event, kind, recipient, rank, user_id, is_optional, is_brief, about, request_id, subject_id)
    select ${again}::uuid, event || ${`:${suffix}`}, kind, recipient, rank, user_id, is_optional, is_brief,
      case when kind = ${digestKind} then jsonb_build_object('digestId', coalesce(about ->> 'digestId', id::text)) else about end,
      ${requestId() ?? null}, subject_id
    from mails where id = ${id}::uuid and state = 'sent'`;
  return (await retryEmails(tx, { id: copied > 0 ? again : id })) > 0;
}

/** How many of these emails leave in a digest, or not at all, by the choice of their recipients. */
export async function countApart(tx: Transaction, where: Prisma.MailWhereInput) {
  const of = (choice: "digest" | "required", kinds: Prisma.MailWhereInput) =>
    tx.mail.count({ where: { AND: [where, kinds, { user: { mailChoice: { choice } } }] } });
  return {
    inDigest: await of("digest", { isOptional: true }),
    unwanted: await of("required", { OR: [{ isOptional: true }, { isBrief: true }, { kind: digestKind }] }),
  };
}
