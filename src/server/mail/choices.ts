import "server-only";
import { dateHere } from "@/content/institute";
import { addDays } from "@/lib/dates";
import { digestTime, emailDelay, longestEmailDelay } from "@/lib/email-delay";
import { momentHere } from "@/server/clock";
import { db, type Transaction } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import { isMailConfigured } from "./outbox";

/** How a person gets optional emails: each at once, one digest a day, or never. Other emails are always sent. */
export type MailChoice = "at_once" | "digest" | "required";

export const digestKind = "digest";

/** True for an email that is sent on its own: neither turned off by the person nor part of a digest. */
export const isSentAtOnce = Prisma.sql`not (is_optional and exists (
    select from mail_choices c where c.user_id = mails.user_id and c.choice <> 'at_once')
  or is_brief and exists (select from mail_choices c where c.user_id = mails.user_id and c.choice = 'required'))`;

/** True if emails reach person `of`: an address, confirmed where emails are sent, and a login that is not closed. */
export const canGetMail = (of: Prisma.Sql) => Prisma.sql`(${of}.email is not null and ${of}.login_closed_at is null
  and ${isMailConfigured() ? Prisma.sql`${of}.email_confirmed_at is not null` : Prisma.sql`true`})`;

/** True unless person `of` has turned off optional emails. */
export const wantsOptional = (of: Prisma.Sql) => Prisma.sql`not exists (
  select from mail_choices c where c.user_id = ${of}.id and c.choice = 'required')`;

/** True if person `of` gets one digest a day. */
export const hasDigest = (of: Prisma.Sql) => Prisma.sql`exists (
  select from mail_choices c where c.user_id = ${of}.id and c.choice = 'digest')`;

/** The next digest: its day and the time at which it is sent. */
export function nextDigest(now: Date): { day: string; at: Date } {
  const today = dateHere(now);
  const at = momentHere(today, digestTime);
  if (at > now) return { day: today, at };
  const day = addDays(today, 1);
  return { day, at: momentHere(day, digestTime) };
}

/** The longest time before news becomes part of a digest; due emails are gathered each minute. */
const longestWait = emailDelay + longestEmailDelay + 60_000;

/** When the last digest leaves that may be the first to contain the news of this moment (decision 377). */
export const lastDigestOf = (now: Date): Date => nextDigest(new Date(now.getTime() + longestWait)).at;

/** Number of emails per statement. */
const atATime = 5_000;

/**
 * Deletes due emails that their recipients have turned off, and adds those of digest recipients to the next digest. Once a
 * digest is being sent, later emails go into the following one.
 */
export async function applyChoices(now: Date): Promise<void> {
  const { day, at } = nextDigest(now);
  for (;;) {
    const [done] = await db().$queryRaw<{ count: number }[]>`
      with due as materialized (
        select m.id, m.user_id, m.recipient, c.choice from mails m join mail_choices c on c.user_id = m.user_id and c.choice <> 'at_once'
        where m.state = 'waiting' and (m.is_optional or m.is_brief and c.choice = 'required') and m.due_at <= ${now}
        limit ${atATime} for update of m skip locked
      ), unwanted as (
        delete from mails m using due where m.id = due.id and due.choice = 'required' returning m.id
      ), digests as (
        insert into mails (id, event, kind, recipient, rank, user_id, about, due_at)
        select distinct on (user_id) gen_random_uuid(), ${`${digestKind}:`} || user_id || ${`:${day}`}, ${digestKind}, recipient, 2,
          user_id, '{}'::jsonb, ${at} from due where choice = 'digest' order by user_id, id desc
        on conflict (event) do update set recipient = excluded.recipient
        where mails.state = 'waiting' and mails.attempts = 0 and mails.due_at > ${now}
        returning id, user_id
      ), gathered as (
        update mails m set state = 'gathered', digest_id = d.id from due join digests d on d.user_id = due.user_id
        where m.id = due.id and due.choice = 'digest' returning m.id
      )
      select ((select count(*) from unwanted) + (select count(*) from gathered))::int as count`;
    if ((done?.count ?? 0) < atATime) return;
  }
}

const [minute, dayLong] = [60_000, 24 * 60 * 60_000];

type About = { kind: string; subjectId: string };

/**
 * Sends emails of a kind about something that ends at midnight on their own if the digest that would contain them leaves only
 * then or later. A digest that is being sent keeps its parts.
 */
export async function sendBefore(tx: Transaction, end: Date, { kind, subjectId }: About, now: Date): Promise<void> {
  const last = nextDigest(new Date(end.getTime() - dayLong)).at;
  // This comes first: emails that are being gathered at this moment are parts of a digest afterwards.
  await tx.$executeRaw`
    update mails set is_optional = false, is_brief = true
    where subject_id = ${subjectId}::uuid and kind = ${kind} and state = 'waiting' and is_optional
      and due_at >= ${new Date(last.getTime() - minute)} and user_id in (select user_id from mail_choices where choice = 'digest')`;
  const digests = await tx.$queryRaw<{ id: string }[]>`
    select id from mails where kind = ${digestKind} and state = 'waiting' and attempts = 0 and due_at >= ${end} and id in (
      select digest_id from mails where subject_id = ${subjectId}::uuid and kind = ${kind} and state = 'gathered')
    order by user_id, id for update`;
  const ids = digests.map(({ id }) => id);
  await tx.mail.updateMany({
    where: { subjectId, kind, state: "gathered", digestId: { in: ids } },
    data: { state: "waiting", isOptional: false, isBrief: true, digestId: null, dueAt: now },
  });
  await tx.mail.deleteMany({ where: { id: { in: ids }, parts: { none: {} } } });
}

export async function choiceOf(userId: string): Promise<{ choice: MailChoice; changedAt: Date | null }> {
  const row = await db().mailChoice.findUnique({ where: { userId } });
  return { choice: row?.choice ?? "at_once", changedAt: row?.changedAt ?? null };
}

/** Stores a person's choice. Without digests, emails waiting for one are sent at once or deleted. */
export async function choose(tx: Transaction, userId: string, choice: MailChoice, now: Date): Promise<void> {
  const data = { choice, changedAt: now };
  await tx.mailChoice.upsert({ where: { userId }, create: { userId, ...data }, update: data });
  if (choice !== "digest") await takeApart(tx, [userId], now);
}

/** Takes apart these people's digests that have not been tried yet: their parts are due now. */
export async function takeApart(tx: Transaction, userIds: string[], now: Date): Promise<void> {
  const userId = { in: userIds };
  const waiting = { userId, kind: digestKind, state: "waiting", attempts: 0 } as const;
  // Waits for emails that are being added to a digest at this moment, so that they are not deleted with it.
  await tx.$queryRaw`
    select from mails where user_id = any(${userIds}::uuid[]) and kind = ${digestKind} and state = 'waiting'
    order by user_id, id for update`;
  await tx.mail.updateMany({
    where: { userId, state: "gathered", digest: waiting },
    data: { state: "waiting", digestId: null, dueAt: now },
  });
  await tx.mail.deleteMany({ where: { ...waiting, parts: { none: {} } } });
}
