import "server-only";
import { z } from "zod";
import { env } from "@/env";
import { db, type Transaction } from "@/server/db/client";
import { enqueue } from "@/server/jobs/jobs";
import { emailStoredAt, listStoredEmails, removeStoredEmail, type StoredEmail } from "./file-transport";

/**
 * Deletes the files of emails whose rows are gone, because their account was deleted or the retention period is over. Files
 * that are older than the database stay if it knows none of them, since they then belong to another database (decision 361).
 */
export async function sweepMailFolder(): Promise<void> {
  const { DATA_DIR } = env();
  const since = await databaseSince();
  const [older, strays]: [string[], string[]] = [[], []];
  let knowsOlder = false;
  for (const chunk of chunksOf(await listStoredEmails(DATA_DIR))) {
    const found = await db().mail.findMany({ where: { id: { in: chunk.map(({ id }) => id) } }, select: { id: true } });
    const known = new Set(found.map(({ id }) => id));
    for (const { id, name } of chunk) {
      const at = await emailStoredAt(DATA_DIR, name);
      const isOlder = at !== undefined && at < since;
      if (known.has(id)) knowsOlder ||= isOlder;
      else (isOlder ? older : strays).push(name);
    }
  }
  for (const name of knowsOlder ? [...strays, ...older] : strays) await removeStoredEmail(DATA_DIR, name);
}

/** When the tables of the database were created, or its oldest person if that was earlier: a restore creates the tables again. */
async function databaseSince(): Promise<Date> {
  const [made] = await db().$queryRaw<{ at: Date | null }[]>`
    select least(min(finished_at), (select min(created_at) from users)) as at from _prisma_migrations`;
  return made?.at ?? new Date(0);
}

/**
 * Schedules the deletion of the files of all emails to the `family` of these people, and of emails to the office about them.
 * These files may name the people; the rows stay, because they contain only ids.
 */
export async function forgetWordsAbout(tx: Transaction, ids: string[], family: string[]): Promise<void> {
  const stored = await listStoredEmails(env().DATA_DIR);
  if (stored.length === 0) return;
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select id from mails where id = any(${stored.map(({ id }) => id)}::uuid[]) and (user_id = any(${family}::uuid[])
      or about ->> 'studentId' = any(${ids}) or about ->> 'guardianId' = any(${ids}))`;
  const found = new Set(rows.map(({ id }) => id));
  const names = stored.flatMap(({ id, name }) => (found.has(id) ? [name] : []));
  if (names.length > 0) await enqueue(tx, "removeMailFiles", { names });
}

const aboutFiles = z.object({ names: z.array(z.string()) });

/** Deletes these files of emails, whose rows stay. */
export async function removeMailFiles(payload: unknown): Promise<void> {
  for (const name of aboutFiles.parse(payload).names) await removeStoredEmail(env().DATA_DIR, name);
}

/**
 * Corrects rows of an earlier version, which marked stored emails as sent: a file that was written at the time of
 * sending shows that the email was only stored. Returns the number of corrected rows.
 */
export async function markKeptEmails(): Promise<number> {
  const { DATA_DIR } = env();
  let marked = 0;
  for (const chunk of chunksOf(await listStoredEmails(DATA_DIR))) {
    const nameOf = new Map(chunk.map(({ id, name }) => [id, name]));
    const sent = await db().mail.findMany({
      where: { id: { in: [...nameOf.keys()] }, state: "sent" },
      select: { id: true, sentAt: true },
    });
    for (const { id, sentAt } of sent) {
      const keptAt = await emailStoredAt(DATA_DIR, nameOf.get(id) ?? "");
      if (!keptAt || !sentAt || Math.abs(keptAt.getTime() - sentAt.getTime()) > minute) continue;
      const where = { id, state: "sent", sentAt } as const;
      marked += (await db().mail.updateMany({ where, data: { state: "kept", sentAt: null } })).count;
    }
  }
  return marked;
}

const minute = 60_000;

function chunksOf(mails: StoredEmail[]): StoredEmail[][] {
  const pages = Math.ceil(mails.length / 1000);
  return Array.from({ length: pages }, (_, page) => mails.slice(page * 1000, (page + 1) * 1000));
}
