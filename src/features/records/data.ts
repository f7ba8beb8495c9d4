import "server-only";
import { env } from "@/env";
import { isNightly } from "@/features/backups/data";
import { titlesOfNotices } from "@/features/notices/data";
import { decodeCursor, pageOf } from "@/lib/cursor";
import { AppError } from "@/lib/errors";
import { checkChain, lastChainFault } from "@/server/audit/chain";
import { idsByAddress, idsOfPeople } from "@/server/auth/users";
import { lastBackup } from "@/server/backup/last";
import { escapeLike } from "@/server/db/client";
import { lacksCallback } from "@/server/files/configure";
import { areFilesLost } from "@/server/files/lost";
import type { Prisma } from "@/server/generated/prisma/client";
import { isScheduleLate } from "@/server/jobs/corrected-clock";
import { countJobs } from "@/server/jobs/jobs";
import { findOutage } from "@/server/mail/circuit-breaker";
import { mailFolder } from "@/server/mail/file-transport";
import { countBeyondToday, listSendTimes } from "@/server/mail/forecast";
import { countEmailsByState, hasLocalLinks, isMailConfigured, pressing } from "@/server/mail/outbox";
import { lastSentAt, listMailRows } from "@/server/mail/records";
import { databaseStatus, diskStatus, productStatus, storageStatus } from "@/server/observability/status";
import { formsStatus } from "@/server/rate-limits/form-quota";
import type { Words } from "./data-words";
import { say } from "./messages";
import { countFaults } from "./rules-status";
import type { ListMailsInput, MailFilterInput, MailSummary, MailView } from "./schema";
import type { StatusView } from "./schema-status";

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
  subjectId: true,
  user: { select: { name: true } },
} satisfies Prisma.MailSelect;

type Shown = Prisma.MailGetPayload<{ select: typeof shownOfMail }>;

async function mailViewsOf(rows: Shown[], words: Words): Promise<MailView[]> {
  const waiting = rows.flatMap(({ id, state }) => (state === "waiting" ? [id] : []));
  const leaving = waiting.length > 0 ? await listSendTimes(waiting, new Date()) : undefined;
  const titles = await titlesOfNotices(rows.flatMap(({ subjectId }) => subjectId ?? []));
  return rows.map(({ id, kind, subjectId, user, ...rest }) => ({
    _id: id,
    kind: words.ofEmail(kind),
    title: titles.get(subjectId ?? "") ?? null,
    name: user?.name ?? null,
    ...rest,
    leavesAt: leaving?.get(id) ?? null,
    isUnwanted: leaving?.get(id) === null,
  }));
}

/** A query takes 32,767 values, and the one for the activity has each person twice. */
const mostPeople = 5_000;

/** The ids of all people with this text in their name. @throws AppError BAD_REQUEST for too many */
export async function peopleNamed(text: string): Promise<string[]> {
  const ids = await idsOfPeople(text, mostPeople + 1);
  if (ids.length > mostPeople) throw new AppError("BAD_REQUEST", say("tooManyPeople", mostPeople));
  return ids;
}

/** The emails that a filter names. @throws AppError BAD_REQUEST for too many people */
export async function whereOf({ about, person }: MailFilterInput): Promise<Prisma.MailWhereInput> {
  return {
    ...(about !== undefined && { subjectId: about }),
    ...(person !== undefined && { OR: await isTo(person) }),
  };
}

/**
 * Emails of people by a part of the name or address, and of recipients without an account by address: both use an index. A whole
 * address, a part that many people have, and a part that nobody has now are searched for in all emails.
 */
async function isTo(text: string): Promise<Prisma.MailWhereInput[]> {
  const [named, found] = await Promise.all([peopleNamed(text), idsByAddress(text, mostPeople + 1)]);
  const recipient = { contains: escapeLike(text), mode: "insensitive" as const };
  const isNobody = named.length + found.length === 0;
  if (isNobody || text.includes("@") || found.length > mostPeople) return [{ recipient }, { userId: { in: named } }];
  return [{ userId: { in: [...named, ...found] } }, { userId: null, recipient }];
}

/** A page of emails, newest first. */
export async function listMails({ state, limit, cursor, ...filter }: ListMailsInput, words: Words) {
  const where: Prisma.MailWhereInput[] = [await whereOf(filter), ...(state ? [{ state }] : [])];
  if (cursor) {
    const { date, id } = decodeCursor(cursor);
    where.push({ createdAt: { lte: date }, OR: [{ createdAt: { lt: date } }, { id: { lt: id } }] });
  }
  const rows = await listMailRows({ AND: where }, limit + 1, shownOfMail);
  const items = await mailViewsOf(rows, words);
  return pageOf(items, limit, (item) => ({ at: item.createdAt, id: item._id }));
}

export async function getMailSummary(filter: MailFilterInput): Promise<MailSummary> {
  const folder = isMailConfigured() ? null : mailFolder(env().DATA_DIR);
  const where = await whereOf(filter);
  const [counts, outage, beyondToday] = await Promise.all([
    countEmailsByState(where),
    getOutage(),
    countBeyondToday(new Date()),
  ]);
  return { ...counts, folder, outage, beyondToday };
}

async function getOutage(): Promise<MailSummary["outage"]> {
  const found = await findOutage();
  return found && { fault: found.fault, since: found.since, nextTryAt: found.nextTryAt };
}

/** Links of the chain verified during the request; the nightly job verifies all. */
const mostLinks = 5_000;

async function trailStatus(): Promise<StatusView["trail"]> {
  const [recent, found] = await Promise.all([checkChain(mostLinks), lastChainFault()]);
  return { ...recent, fault: recent.fault ?? found };
}

/** The status of the product: versions, the state of each part, and the last backup. */
export async function getStatus(): Promise<StatusView> {
  const [product, database, storage, mails, outage, lastSent, jobs, isLate, trail, backup, forms] = await Promise.all([
    productStatus(),
    databaseStatus(),
    storageStatus(),
    countEmailsByState(pressing),
    getOutage(),
    lastSentAt(),
    countJobs(),
    isScheduleLate(),
    trailStatus(),
    lastBackup(env().DATA_DIR),
    formsStatus(),
  ]);
  return {
    at: new Date(),
    product,
    database,
    storage,
    mail: {
      isConfigured: isMailConfigured(),
      hasLocalLinks: hasLocalLinks(),
      waiting: mails.waiting,
      failed: mails.failed,
      kept: mails.kept,
      held: mails.held,
      outage,
      lastSentAt: lastSent,
    },
    jobs: { ...jobs, isLate },
    trail,
    backup: backup && { ...backup, at: new Date(backup.at) },
    isNightly: isNightly(),
    forms,
  };
}

/** How many parts of the product need attention now; the chain is judged by its last check. */
export async function getFaults(): Promise<number> {
  const [isLost, disk, outage, fault, backup] = await Promise.all([
    areFilesLost(),
    diskStatus(),
    findOutage(),
    lastChainFault(),
    lastBackup(env().DATA_DIR),
  ]);
  return countFaults({
    at: new Date(),
    backup: backup && { ...backup, at: new Date(backup.at) },
    isNightly: isNightly(),
    disk: { isLost, lacksCallback: lacksCallback(), ...disk },
    isMailWell: isMailConfigured() && !hasLocalLinks() && outage === null,
    isTrailBroken: fault !== null,
  });
}
