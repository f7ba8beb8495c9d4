import "server-only";
import { env } from "@/env";
import { pageOf, placeOf } from "@/lib/pages";
import { checkChain, lastChainCheck } from "@/server/audit-chain";
import { lastBackup } from "@/server/backup/last";
import { db } from "@/server/db";
import { formsStatus } from "@/server/forms";
import type { AuditEvent, Mail, Prisma } from "@/server/generated/prisma/client";
import { countJobs } from "@/server/jobs";
import { countMails, isMailConfigured } from "@/server/mail";
import { mailFolder } from "@/server/mail-folder";
import { databaseStatus, productStatus, storageStatus } from "@/server/status";
import { copy } from "./copy";
import type { EventView, ListEventsInput, ListMailsInput, MailSummary, MailView, StatusView } from "./schema";

const shownOfMail = {
  id: true,
  kind: true,
  recipient: true,
  state: true,
  attempts: true,
  fault: true,
  createdAt: true,
  dueAt: true,
  sentAt: true,
} satisfies Prisma.MailSelect;

function mailViewOf({ id, createdAt, dueAt, sentAt, ...rest }: Pick<Mail, keyof typeof shownOfMail>): MailView {
  return {
    _id: id,
    ...rest,
    createdAt,
    dueAt,
    sentAt,
  };
}

/** The mails, those ordered last first, a page at a time. */
export async function listMails({ state, limit, cursor }: ListMailsInput) {
  const where: Prisma.MailWhereInput[] = state ? [{ state }] : [];
  if (cursor) {
    const { date, id } = placeOf(cursor);
    where.push({ createdAt: { lte: date }, OR: [{ createdAt: { lt: date } }, { id: { lt: id } }] });
  }
  const rows = await db().mail.findMany({
    where: { AND: where },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
    select: shownOfMail,
  });
  return pageOf(rows.map(mailViewOf), limit, (item) => ({ at: item.createdAt, id: item._id }));
}

/** How many mails there are of each state, and the folder they are kept in when no mail server takes them. */
export async function getMailSummary(): Promise<MailSummary> {
  return { ...(await countMails()), folder: isMailConfigured() ? null : mailFolder(env().DATA_DIR) };
}

/** The audit trail, the latest event first, a page at a time. */
export async function listEvents({ action, from, before, actor, limit, cursor }: ListEventsInput) {
  const where: Prisma.AuditEventWhereInput[] = [{ at: { ...(from && { gte: from }), ...(before && { lt: before }) } }];
  if (action) where.push({ action });
  if (actor) where.push({ actorId: actor });
  if (cursor) {
    const { date, id } = placeOf(cursor);
    where.push({ at: { lte: date }, OR: [{ at: { lt: date } }, { id: { lt: id } }] });
  }
  const rows = await db().auditEvent.findMany({
    where: { AND: where },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  const names = await namesOf(rows.flatMap(({ actorId, subjectId }) => [actorId, subjectId]));
  const items = rows.map((row) => eventViewOf(row, names));
  return pageOf(items, limit, (item) => ({ at: item.at, id: item._id }));
}

/** The names of those who still have an account, by id. */
async function namesOf(ids: (string | null)[]): Promise<Map<string, string>> {
  const known = [...new Set(ids)].filter((id) => id !== null);
  const people = await db().user.findMany({ where: { id: { in: known } }, select: { id: true, name: true } });
  return new Map(people.map(({ id, name }) => [id, name]));
}

function eventViewOf({ id, at, detail, ...rest }: AuditEvent, names: Map<string, string>): EventView {
  const { actorId, subjectId } = rest;
  return {
    _id: id,
    at,
    ...rest,
    actor: actorId === null ? nameOfNobody(rest.address) : (names.get(actorId) ?? copy.deleted),
    // Who did something to themselves is named once.
    subject: subjectId === null || subjectId === actorId ? null : (names.get(subjectId) ?? null),
    detail: detail as EventView["detail"],
  };
}

// What came through no door was done by a command beside the site, or by the site on its own.
function nameOfNobody(address: string | null): string {
  return address === null ? copy.itself : copy.visitor;
}

/** So many links of the chain are looked at while the administrator waits; each night all are. */
const mostLinks = 5_000;

/** How the product is: what runs, whether each part of it is well, and when the last backup was made. */
export async function getStatus(): Promise<StatusView> {
  const [product, database, storage, mails, lastSent, jobs, recent, backup, forms] = await Promise.all([
    productStatus(),
    databaseStatus(),
    storageStatus(),
    countMails(),
    db().mail.aggregate({ _max: { sentAt: true } }),
    countJobs(),
    checkChain(mostLinks),
    lastBackup(env().DATA_DIR),
    formsStatus(),
  ]);
  const lastSentAt = lastSent._max.sentAt;
  return {
    at: new Date(),
    product,
    database,
    storage,
    mail: { isConfigured: isMailConfigured(), waiting: mails.waiting, failed: mails.failed, lastSentAt },
    jobs,
    trail: { ...recent, fault: recent.fault ?? lastChainCheck()?.check.fault ?? null },
    backup: backup && { ...backup, at: new Date(backup.at) },
    forms,
  };
}
